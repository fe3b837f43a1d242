"""German."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="de",
    stopwords="""der | die | das | und | ist | sind | mit | für | ein | eine | ich | nicht | alle
        | wurde | wurden | auf | aber | habe | den | noch | von | im | es | zu | wird""",
    roles={
        Role.DONE: """fertig | erledigt | abgeschlossen | vollständig | beendet
            | fertiggestellt | umgesetzt | implementiert | gelöst | behoben | bereit
            | bereit zur prüfung | bereit für die prüfung | bereit für das review
            | bereit zum review | komplett""",
        Role.WORKS: """bestanden | bestehen | laufen durch | erfolgreich | grün
            | funktioniert | funktionieren""",
        Role.CLOSING: """nichts mehr zu tun | nichts mehr offen | keine offenen punkte
            | keine offenen aufgaben | keine verbleibenden probleme | alles erledigt
            | alles fertig""",
        Role.OPEN: """unvollständig | unfertig | in arbeit | offen | ausstehend
            | steht noch aus | stehen noch aus | fehlt noch | fehlen noch | muss noch
            | müssen noch | verschoben | abgebrochen | aufgegeben | noch nicht
            | zu erledigen | noch offen""",
        Role.LEFT: "verbleiben | verbleibt | übrig | verbleibende",
        Role.PARTIAL: "teilweise | fast | beinahe | größtenteils | zur hälfte | außer | bis auf",
        Role.FAILING: """fehlgeschlagen | schlägt fehl | schlagen fehl | scheitert | kaputt
            | bricht ab""",
        Role.NEGATION: "nicht | nie | kein | keine | keiner | ohne | noch nicht | nichts | weder",
        Role.CONTRAST: "aber | jedoch | allerdings | obwohl | während | dennoch",
        Role.PLAN: "werde | werden | wird | danach | anschließend | als nächstes | gleich | später",
        Role.WISH: "soll | sollte | muss | müssen | hoffe | möchte | bitte | will",
        Role.CONDITION: "wenn | falls | sobald | sofern | bis",
        Role.TIME: "bevor | nachdem",
        Role.HEDGE: """ich glaube | ich denke | vielleicht | wahrscheinlich | scheint
            | vermutlich | sollte | wohl | eigentlich | im prinzip""",
        Role.PAST: "war | waren | zuvor | früher | vorher",
        Role.WHOLE: """projekt | alles | implementierung | umsetzung | arbeit | auftrag
            | migration | anforderungen | plan | gesamte""",
        Role.STEP: "schritt | schritte | phase | teil | etappe | sitzung | iteration | teilaufgabe",
        Role.PIECE: "aufgabe | aufgaben | funktion | problem | fehler | änderungen | ticket",
        Role.TESTS: "test | tests",
        Role.BUILD: "build | kompilierung",
        Role.ALL: "alle | sämtliche | gesamte | ganze | jede | allen",
        Role.ORDINAL: "erste | erster | zweite | nächste | nächster | ein | eine",
        Role.SCOPE: "diese sitzung | in dieser sitzung | vorerst | diese iteration | bisher",
        Role.REPORT: """hinzugefügt | erstellt | geändert | aktualisiert | behoben
            | entfernt | umbenannt | ersetzt | implementiert | angepasst""",
        Role.NOW: "jetzt | nun | ab sofort | nicht mehr",
        Role.SELF: "ich | wir | mein | habe",
        Role.THAT: "das ist | das wäre | es ist",
        Role.IGNORE: "nicht nur | nicht mehr",
    },
    blocked="""ich kann nicht fortfahren | ich kann nicht weitermachen
        | kann nicht fortfahren | ich bin blockiert | benötige ihre freigabe
        | benötige deine freigabe | brauche deine | brauche ihre | manuelles eingreifen
        | warte auf ihre | warte auf deine""",
    asks="""soll ich | kannst du | können sie | welche | welcher | wie soll
        | bitte bestätigen | darf ich | was soll | möchten sie, dass ich fortfahre""",
    offers="möchten sie | möchtest du | sonst noch | noch etwas",
    left_titles="offen | noch offen | ausstehend | verbleibende arbeit | zu erledigen | todo",
    next_titles="nächste schritte",
    work_verbs="implementieren | hinzufügen | beheben | fertigstellen | schreiben",
    errors="fehler | fehlgeschlagen | absturz | abgestürzt | gescheitert",
    no_errors="kein | keine | keinen | keinerlei | ohne | null | nicht | nie",
    mended="behoben | behebt | korrigiert | gelöst | beseitigt | behandelt",
)
