"""French."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="fr",
    stopwords="""le | les | et | est | sont | avec | pour | une | des | du | qui | j'ai | toutes
        | tous | dans | mais | ce | sur | je | ne | pas | votre | nous | vous | sans | la""",
    roles={
        Role.DONE: """fait | faite | terminé | terminée | terminés | terminées | complet
            | complète | complets | complètes | résolus | résolues | corrigés | corrigées
            | prêts | prêtes | faits | complété | complétée | fini | finie | finis | achevé
            | achevée | implémenté | implémentée | résolu | résolue | corrigé | corrigée
            | prêt | prête | prêt pour la revue | prête pour la revue | prêt à relire
            | finalisé | finalisée""",
        Role.WORKS: "passent | passe | fonctionne | fonctionnent | réussi | vert | verts | réussis",
        Role.CLOSING: """il ne reste rien | il ne reste rien à faire | ne reste rien à faire
            | il ne reste plus rien à faire | ne reste plus rien | plus rien à faire
            | rien à faire | aucun problème restant | aucune tâche restante | tout est prêt""",
        Role.OPEN: """incomplet | incomplète | inachevé | en cours | en attente | à faire
            | reporté | reportée | abandonné | abandonnée | il reste | reste à | restent à
            | pas encore | manque | manquent""",
        Role.LEFT: "reste | restent | restants | restantes | restant",
        Role.PARTIAL: """partiellement | presque | en partie | à moitié | sauf | excepté
            | la plupart""",
        Role.FAILING: "échoue | échouent | échoué | échec | échecs | cassé | cassée | plante",
        Role.NEGATION: "ne | n'est | n'a | n'ai | pas | jamais | sans | aucun | aucune | ni | non",
        Role.CONTRAST: "mais | cependant | toutefois | bien que | pourtant | tandis que",
        Role.PLAN: """je vais | nous allons | sera | seront | vais | ensuite | plus tard
            | je continuerai | va être""",
        Role.WISH: "doit | devrait | doivent | il faut | j'espère | je veux | veuillez",
        Role.CONDITION: "si | une fois | lorsque | quand | à moins que | jusqu'à ce que | dès que",
        Role.TIME: "avant de | après",
        Role.HEDGE: """je crois | je pense | peut-être | probablement | semble | sans doute
            | devrait | normalement""",
        Role.PAST: "était | étaient | avant | auparavant",
        Role.WHOLE: """projet | tout | implémentation | l'implémentation | travail | demande
            | migration | l'ensemble | plan | exigences""",
        Role.STEP: "étape | étapes | l'étape | phase | partie | session | itération | sous-tâche",
        Role.PIECE: "tâche | tâches | fonctionnalité | problème | modifications | bogue | bug",
        Role.TESTS: "test | tests",
        Role.BUILD: "compilation | build",
        Role.ALL: "toutes | tous | toute | entier | entière | entièrement | chaque",
        Role.ORDINAL: "premier | première | deuxième | prochain | prochaine | un | une",
        Role.SCOPE: "cette session | pour l'instant | cette itération | jusqu'ici | cette étape",
        Role.REPORT: """j'ai | ajouté | créé | modifié | corrigé | mis à jour | supprimé
            | implémenté | remplacé | renommé""",
        Role.NOW: "maintenant | désormais | dorénavant",
        Role.SELF: "je | j'ai | nous | mon",
        Role.THAT: "c'est | cela | ceci",
        Role.IGNORE: "tout à fait | en fait | au fait",
    },
    blocked="""je ne peux pas continuer | je ne peux pas poursuivre | je ne peux pas avancer
        | je suis bloqué | je suis bloquée | besoin de votre approbation | besoin de ton
        | intervention humaine | en attente de votre | sans votre accord | besoin de votre""",
    asks="""pouvez-vous | peux-tu | dois-je | quel | quelle | comment
        | souhaitez-vous que je continue | veuillez confirmer | veuillez fournir | faut-il
        | est-ce que""",
    offers="souhaitez-vous | voulez-vous | autre chose",
    left_titles="reste à faire | à faire | travail restant | tâches restantes | en attente",
    next_titles="prochaines étapes | étapes suivantes",
    work_verbs="implémenter | ajouter | corriger | terminer | écrire | compléter",
    errors="erreur | erreurs | échec | échecs | échoué | échouent | échoue | plantage",
    no_errors="aucun | aucune | sans | pas | zéro | jamais",
    mended="""corrigé | corrigée | corrigés | corrigées | corrige | résolu | résolue | résolus |
        résolues | réparé | gestion | message | messages""",
)
