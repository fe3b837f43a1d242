"""Portuguese."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="pt",
    stopwords="""o | os | as | e | é | está | estão | com | para | por | uma | do | da | dos
        | que | todas | todos | não | em | foi | mas | ao | sem | sua | posso | seu | tarefa
        | tarefas | implementação | concluída | concluído | concluídas | concluídos | são | você
        | também | foram | testes | projeto | trabalho""",
    roles={
        Role.DONE: """feito | feita | pronto | pronta | prontos | prontas | completo
            | completa | completos | completas | resolvidos | resolvidas | corrigidos
            | corrigidas | concluído | concluída | concluídos | concluídas | terminado
            | terminada | finalizado | finalizada | finalizadas | implementado
            | implementada | resolvido | resolvida | corrigido | corrigida
            | concluí | terminei | finalizei | completei | pronto para revisão
            | pronta para revisão""",
        Role.WORKS: "passam | passa | passaram | passando | funciona | funcionam | verde",
        Role.CLOSING: """não resta nada | não resta nada a fazer | não resta mais nada a fazer
            | não falta nada | nada pendente | não há pendências | sem pendências
            | não há mais nada a fazer | nada mais a fazer | tudo pronto""",
        Role.OPEN: """incompleto | incompleta | inacabado | em andamento | em progresso
            | pendente | pendentes | falta | faltam | a fazer | ainda não | adiado
            | abandonado | abandonada | resta fazer""",
        Role.LEFT: "restam | resta | restantes | restante",
        Role.PARTIAL: "parcialmente | quase | em parte | metade | exceto | menos | a maioria",
        Role.FAILING: "falha | falham | falhando | falhou | falharam | quebrado | quebrada",
        Role.NEGATION: "não | nunca | sem | nem | nenhum | nenhuma | ainda não",
        Role.CONTRAST: "mas | porém | contudo | embora | no entanto | enquanto",
        Role.PLAN: "vou | vamos | será | estará | terminarei | depois | em seguida | continuarei",
        Role.WISH: "deve | deveria | devem | espero | quero | preciso | por favor",
        Role.CONDITION: "se | assim que | quando | a menos que | até que | desde que",
        Role.TIME: "antes de | depois de",
        Role.HEDGE: "acho | talvez | provavelmente | parece | creio | deveria | em tese",
        Role.PAST: "estava | estavam | antes | era | havia",
        Role.WHOLE: """projeto | tudo | implementação | trabalho | pedido | migração
            | requisitos | plano""",
        Role.STEP: """passo | passos | fase | etapa | parte | história | sessão | iteração
            | subtarefa""",
        Role.PIECE: "tarefa | tarefas | funcionalidade | função | problema | erro | mudanças",
        Role.TESTS: "teste | testes",
        Role.BUILD: "compilação | build",
        Role.ALL: "todas | todos | toda | inteiro | inteira | completamente | cada",
        Role.ORDINAL: "primeiro | primeira | segundo | segunda | próximo | próxima | um | uma",
        Role.SCOPE: "esta sessão | nesta sessão | por enquanto | até agora | esta iteração",
        Role.REPORT: """adicionei | criei | atualizei | corrigi | modifiquei | implementei
            | removi | renomeei | alterei""",
        Role.NOW: "agora | já não",
        Role.SELF: "eu | nós | meu | minha",
        Role.THAT: "isso | isto",
        Role.IGNORE: "não só | não apenas",
    },
    blocked="""não posso continuar | não consigo continuar | não posso prosseguir
        | estou bloqueado | estou bloqueada | preciso da sua aprovação
        | preciso de permissão | intervenção humana | aguardando sua | sem a sua aprovação""",
    asks="""posso | devo | qual | como devo | o que devo | você pode | poderia
        | por favor confirme | deseja que""",
    offers="gostaria que | quer que | algo mais",
    left_titles="pendente | pendentes | a fazer | trabalho restante | tarefas restantes",
    next_titles="próximos passos",
    work_verbs="implementar | adicionar | corrigir | terminar | concluir | escrever",
    errors="erro | erros | falha | falhas | falhou | falharam | exceção | exceções",
    no_errors="nenhum | nenhuma | sem | não | zero | nunca",
    mended="""corrigido | corrigida | corrigidos | corrigi | corrige | resolvido | resolvida |
        resolvidos | tratamento | mensagem | mensagens""",
)
