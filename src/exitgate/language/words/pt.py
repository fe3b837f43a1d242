"""Portuguese."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="pt",
    stopwords="""o | os | as | e | é | está | estão | com | para | por | uma | do | da | dos
        | que | todas | todos | não | em | foi | mas | ao | sem | sua | posso | seu | tarefa
        | tarefas | implementação | concluída | concluído | concluídas | concluídos | são
        | você | também | foram | testes | projeto | trabalho | de | um | na | nas | nos
        | estou | como | mais | já | preciso""",
    roles={
        Role.DONE: """feito | feita | pronto | pronta | prontos | prontas | completo
            | completa | completos | completas | resolvidos | resolvidas | corrigidos
            | corrigidas | concluído | concluída | concluídos | concluídas | terminado
            | terminada | finalizado | finalizada | finalizadas | implementado | implementada
            | resolvido | resolvida | corrigido | corrigida | concluí | terminei | finalizei
            | completei | pronto para revisão | pronta para revisão | realizado | realizada
            | realizados | realizadas | entregue | entregues | solucionado | solucionada
            | implementados | implementadas | finalizados | cumpridos | cumpridas | atendidos
            | atendidas""",
        Role.WORKS: """passam | passa | passaram | passando | funciona | funcionam | verde
            | aprovados | com sucesso | corretamente | em verde""",
        Role.CLOSING: """não resta nada | não resta nada a fazer | não resta mais nada a fazer
            | não falta nada | nada pendente | não há pendências | sem pendências
            | não há mais nada a fazer | nada mais a fazer | tudo pronto | não falta mais nada
            | nada mais para fazer | não há mais nada para fazer | não há nada pendente
            | nenhuma pendência | não há tarefas pendentes""",
        Role.OPEN: """incompleto | incompleta | inacabado | em andamento | em progresso
            | pendente | pendentes | falta | faltam | a fazer | ainda não | adiado
            | abandonado | abandonada | resta fazer | por fazer | por implementar | sem testar
            | não testado | não testada | não consegui | não pude | em desenvolvimento
            | ficou pendente | ficaram pendentes | pela metade | ainda falta | ainda faltam""",
        Role.LEFT: "restam | resta | restantes | restante",
        Role.PARTIAL: """parcialmente | quase | em parte | metade | exceto | menos | a maioria
            | com exceção | salvo | a não ser | parcial | boa parte | praticamente
            | a maior parte""",
        Role.FAILING: """falha | falham | falhando | falhou | falharam | quebrado | quebrada
            | com falha | não compila | não inicia | em vermelho | quebrados | quebra""",
        Role.NEGATION: "já não | não | nunca | sem | nem | nenhum | nenhuma | ainda não",
        Role.CONTRAST: "mas | porém | contudo | embora | no entanto | enquanto",
        Role.PLAN: "vou | vamos | será | estará | terminarei | depois | em seguida | continuarei",
        Role.WISH: "deve | deveria | devem | espero | quero | preciso | por favor",
        Role.CONDITION: "se | assim que | quando | a menos que | até que | desde que",
        Role.TIME: "antes de | depois de",
        Role.HEDGE: """acho | talvez | provavelmente | parece | creio | deveria | em tese
            | aparentemente | possivelmente | em princípio | pode ser que | em teoria
            | ao que parece""",
        Role.PAST: "estava | estavam | antes | era | havia",
        Role.WHOLE: """projeto | tudo | implementação | trabalho | pedido | migração
            | requisitos | plano""",
        Role.STEP: """passo | passos | fase | etapa | parte | história | sessão | iteração
            | subtarefa""",
        Role.PIECE: """tarefa | tarefas | funcionalidade | função | problema | erro | mudanças
            | problemas | bug | erros | funcionalidades | requisito""",
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
        | estou bloqueado | estou bloqueada | preciso da sua aprovação | preciso de permissão
        | intervenção humana | aguardando sua | sem a sua aprovação | não posso avançar
        | não consigo avançar | não consigo prosseguir | não é possível continuar
        | aguardando seu | aguardo sua | aguardo seu | à espera da sua | preciso que você
        | preciso da sua | preciso do seu""",
    needs="preciso | precisamos",
    only_a_person_has="""senha | credenciais | chave | token | acesso | permissão | permissões
        | aprovação | decisão | resposta | confirmação | esclarecimento | licença""",
    to_go_on="""para continuar | para prosseguir | para avançar | para terminar | de sua parte
        | da sua parte""",
    asks="""posso | devo | qual | como devo | o que devo | você pode | poderia
        | por favor confirme | deseja que""",
    offers="gostaria que | quer que | algo mais | se quiser | se desejar | caso queira",
    left_titles="""pendente | pendentes | a fazer | trabalho restante | tarefas restantes
        | o que falta | trabalho pendente | tarefas pendentes | falta fazer""",
    next_titles="próximos passos",
    work_verbs="implementar | adicionar | corrigir | terminar | concluir | escrever",
    errors="erro | erros | falha | falhas | falhou | falharam | exceção | exceções",
    no_errors="nenhum | nenhuma | sem | não | zero | nunca",
    mended="""corrigido | corrigida | corrigidos | corrigi | corrige | resolvido | resolvida |
        resolvidos | tratamento | mensagem | mensagens""",
)
