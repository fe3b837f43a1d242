"""Spanish."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="es",
    stopwords="""el | los | las | y | es | está | están | con | para | por | una | del | se
        | que | todas | todos | he | ha | pero | al | la | sin | tu | puedo | de | en | un
        | lo | estoy | hay | como | más | ya | mi | necesito | su""",
    roles={
        Role.DONE: """hecho | hecha | listo | lista | listos | listas | completo | completa
            | completos | completas | resueltos | resueltas | corregidos | corregidas
            | completado | completada | completados | completadas | terminado | terminada
            | terminados | terminadas | finalizado | finalizada | finalizadas | finalizados
            | acabado | acabada | implementado | implementada | resuelto | resuelta
            | corregido | corregida | listo para revisión | lista para revisión | concluido
            | concluida | terminé | completé | finalicé | realizado | realizada | realizados
            | realizadas | solucionado | solucionada | solucionados | arreglado | arreglada
            | entregado | entregada | cumplidos | cumplidas | implementados | implementadas
            | cumplido""",
        Role.WORKS: """pasan | pasa | pasaron | funciona | funcionan | verde | éxito | exitosa
            | pasando | en verde | correctamente | superan | superadas""",
        Role.CLOSING: """no queda nada | no queda nada pendiente | no queda nada por hacer
            | no queda nada más por hacer | nada más por hacer | no hay nada pendiente
            | nada pendiente | sin problemas pendientes | no quedan tareas
            | no quedan problemas | no queda trabajo | todo listo | no falta nada
            | nada más que hacer | no hay más que hacer | no queda trabajo pendiente
            | no hay tareas pendientes | sin tareas pendientes""",
        Role.OPEN: """incompleto | incompleta | inacabado | en curso | en progreso | pendiente
            | pendientes | falta | faltan | por hacer | sin terminar | aplazado | abandonado
            | abandonada | queda por | quedan por | todavía falta | aún falta | próximo paso
            | sin implementar | sin probar | no probado | no probada | por terminar
            | por implementar | no he podido | no pude | no logré | a medias | en desarrollo
            | faltaría | aún no | todavía no | queda pendiente | quedan pendientes""",
        Role.LEFT: "quedan | queda | restantes | restante",
        Role.PARTIAL: """parcialmente | casi | en parte | la mitad | excepto | salvo | menos
            | la mayoría | a excepción | con excepción | parcial | gran parte | prácticamente
            | la mayor parte | salvo por | a falta de""",
        Role.FAILING: """falla | fallan | fallando | falló | fallaron | fallo | roto | rota
            | rompe | fallida | fallidas | fallidos | no compila | no arranca | en rojo
            | se rompe | revienta""",
        Role.NEGATION: """ya no | no | nunca | sin | ni | ninguna | ninguno | tampoco | aún no
            | todavía no""",
        Role.CONTRAST: "pero | sin embargo | aunque | no obstante | mientras",
        Role.PLAN: """voy a | vamos a | estará | estarán | será | terminaré | completaré
            | haré | luego | después | continuaré | seguiré""",
        Role.WISH: "debe | debería | deben | hay que | espero | quiero | necesito | por favor",
        Role.CONDITION: "si | una vez | cuando | a menos que | hasta que | siempre que",
        Role.TIME: "antes de | después de | al",
        Role.HEDGE: """creo | quizá | quizás | tal vez | probablemente | parece | supongo
            | debería | al parecer | posiblemente | en principio | puede que | en teoría
            | diría que""",
        Role.PAST: "estaba | estaban | antes | era | fue | había",
        Role.WHOLE: """proyecto | todo | implementación | trabajo | encargo | solicitud
            | plan | migración | requisitos""",
        Role.STEP: "paso | pasos | fase | etapa | parte | historia | sesión | iteración | subtarea",
        Role.PIECE: """tarea | tareas | función | funcionalidad | problema | error | cambios
            | cambio | problemas | bug | errores | funcionalidades | requisito""",
        Role.TESTS: "prueba | pruebas | test | tests",
        Role.BUILD: "compilación | build",
        Role.ALL: "todas | todos | toda | entero | entera | completamente | cada",
        Role.ORDINAL: "primer | primera | primero | segundo | segunda | siguiente | un | una",
        Role.SCOPE: "esta sesión | por ahora | esta iteración | hasta ahora | este paso",
        Role.REPORT: """añadí | agregué | creé | actualicé | corregí | modifiqué
            | implementé | eliminé | he añadido | he creado | he actualizado | he corregido
            | he modificado | se agregó | se añadió""",
        Role.NOW: "ahora | ya no",
        Role.SELF: "yo | he | hemos | mi",
        Role.THAT: "eso | esto | ya está",
        Role.IGNORE: "lista de | la lista | una lista",
    },
    blocked="""no puedo continuar | no puedo seguir | no puedo proceder | estoy bloqueado
        | estoy bloqueada | necesito tu aprobación | necesito su aprobación | necesito permiso
        | intervención humana | esperando tu | esperando su | sin tu aprobación
        | no puedo avanzar | no es posible continuar | estoy a la espera de
        | a la espera de tu | a la espera de su | espero tu decisión | espero su decisión
        | necesito que me | necesito tu | necesito su""",
    needs="necesito | necesitamos",
    only_a_person_has="""contraseña | credenciales | clave | token | acceso | permiso
        | permisos | aprobación | decisión | respuesta | confirmación | aclaración | licencia""",
    to_go_on="""para continuar | para seguir | para avanzar | para terminar
        | para poder continuar | de tu parte | de su parte""",
    asks="""puedes | podrías | debo | debería | qué | cuál | cómo | quieres que continúe
        | confirma | por favor confirma | por favor indica | desea que""",
    offers="""quieres que | quieres | algo más | necesitas algo | si quieres | si lo deseas
        | te gustaría que | le gustaría que""",
    left_titles="""pendiente | pendientes | por hacer | trabajo restante | tareas restantes
        | falta | lo que falta | trabajo pendiente | tareas pendientes | queda por hacer""",
    next_titles="próximos pasos | siguientes pasos",
    work_verbs="implementar | añadir | agregar | corregir | terminar | completar | escribir",
    errors="""errores | fallo | fallos | falló | fallaron | fallido | fallida | excepción |
        excepciones""",
    no_errors="no | sin | ningún | ninguna | ningun | cero | nunca",
    mended="""corregido | corregida | corregidos | corregí | corrige | resuelto | resuelta |
        resueltos | solucionado | arreglado | arreglé | manejo | mensaje | mensajes""",
)
