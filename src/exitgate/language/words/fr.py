"""French."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="fr",
    stopwords="""le | les | et | est | sont | avec | pour | une | des | du | qui | j'ai
        | toutes | tous | dans | mais | ce | sur | je | ne | pas | votre | nous | vous | sans
        | la | de | en | un | au | aux | il | elle | suis | au | cette""",
    roles={
        Role.DONE: """fait | faite | terminé | terminée | terminés | terminées | complet
            | complète | complets | complètes | résolus | résolues | corrigés | corrigées
            | prêts | prêtes | faits | complété | complétée | fini | finie | finis | achevé
            | achevée | implémenté | implémentée | résolu | résolue | corrigé | corrigée
            | prêt | prête | prêt pour la revue | prête pour la revue | prêt à relire
            | finalisé | finalisée | livré | livrée | effectué | effectuée | effectués
            | effectuées | réalisé | réalisée | réalisés | réalisées | opérationnel
            | opérationnelle | implémentés | implémentées | traité | traitée | traités
            | traitées | achevés | achevées | en place""",
        Role.WORKS: """passent | passe | fonctionne | fonctionnent | réussi | vert | verts
            | réussis | réussissent | réussit | au vert | validé | validés | validée
            | validées | aboutit""",
        Role.CLOSING: """il ne reste rien | il ne reste rien à faire | ne reste rien à faire
            | il ne reste plus rien à faire | ne reste plus rien | plus rien à faire
            | rien à faire | aucun problème restant | aucune tâche restante | tout est prêt
            | il n'y a plus rien à faire | rien d'autre à faire | aucun travail restant
            | rien ne manque | aucun point en suspens""",
        Role.OPEN: """incomplet | incomplète | inachevé | en cours | en attente | à faire
            | reporté | reportée | abandonné | abandonnée | il reste | reste à | restent à
            | pas encore | manque | manquent | reste encore | restent encore | à terminer
            | à écrire | à implémenter | à compléter | non terminé | non terminée | non testé
            | non testée | n'ai pas pu | n'ai pas réussi | pas réussi à | inachevée
            | incomplets | incomplètes | non implémenté | non implémentée | à venir
            | pas testé | je n'ai pas testé | suivra | suivront""",
        Role.LEFT: "reste | restent | restants | restantes | restant",
        Role.PARTIAL: """partiellement | presque | en partie | à moitié | sauf | excepté
            | la plupart | à l'exception | hormis | mis à part | en grande partie
            | l'essentiel | quasiment | la majeure partie | à part | pas tout à fait""",
        Role.FAILING: """échoue | échouent | échoué | échec | échecs | cassé | cassée | plante
            | échouaient encore | en échec | en erreur | plantent | rouge | rouges
            | ne compile pas | ne compilent pas | ne démarre pas""",
        Role.NEGATION: "ne | n'est | n'a | n'ai | pas | jamais | sans | aucun | aucune | ni | non",
        Role.CONTRAST: "mais | cependant | toutefois | bien que | pourtant | tandis que",
        Role.PLAN: """je vais | nous allons | sera | seront | vais | ensuite | plus tard
            | je continuerai | va être""",
        Role.WISH: "doit | devrait | doivent | il faut | j'espère | je veux | veuillez",
        Role.CONDITION: "si | une fois | lorsque | quand | à moins que | jusqu'à ce que | dès que",
        Role.TIME: "avant de | après",
        Role.HEDGE: """je crois | je pense | peut-être | probablement | semble | sans doute
            | devrait | normalement | il me semble | apparemment | vraisemblablement
            | en principe | a priori | devraient | en théorie""",
        Role.PAST: "était | étaient | avant | auparavant",
        Role.WHOLE: """projet | tout | implémentation | l'implémentation | travail | demande
            | migration | l'ensemble | plan | exigences""",
        Role.STEP: "étape | étapes | l'étape | phase | partie | session | itération | sous-tâche",
        Role.PIECE: """tâche | tâches | fonctionnalité | problème | modifications | bogue
            | bug | fonctionnalités | exigence | problèmes | demandes""",
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
        | intervention humaine | en attente de votre | sans votre accord | besoin de votre
        | je ne peux pas aller plus loin | je ne peux rien faire | impossible de continuer
        | impossible de poursuivre | en attente de vos | j'attends votre | j'attends vos
        | en attente d'une décision | besoin de vos | besoin de tes | il me faut votre
        | il me faut vos""",
    needs="j'ai besoin | nous avons besoin | il me faut | il nous faut",
    only_a_person_has="""passe | identifiants | clé | jeton | accès | d'accès | autorisation
        | d'autorisation | permission | approbation | décision | réponse | confirmation
        | précision | précisions | droits""",
    to_go_on="""pour continuer | pour poursuivre | pour avancer | pour terminer
        | de votre part | de ta part""",
    asks="""pouvez-vous | peux-tu | dois-je | quel | quelle | comment
        | souhaitez-vous que je continue | veuillez confirmer | veuillez fournir | faut-il
        | est-ce que""",
    offers="""souhaitez-vous | voulez-vous | autre chose | si vous le souhaitez | si tu veux
        | si besoin | voulez-vous que j'ajoute | souhaitez-vous que j'ajoute""",
    left_titles="""reste à faire | à faire | travail restant | tâches restantes | en attente
        | ce qu'il reste | ce qui reste | points restants | travail à faire | non terminé""",
    next_titles="prochaines étapes | étapes suivantes",
    work_verbs="implémenter | ajouter | corriger | terminer | écrire | compléter",
    errors="erreur | erreurs | échec | échecs | échoué | échouent | échoue | plantage",
    no_errors="aucun | aucune | sans | pas | zéro | jamais",
    mended="""corrigé | corrigée | corrigés | corrigées | corrige | résolu | résolue | résolus |
        résolues | réparé | gestion | message | messages""",
)
