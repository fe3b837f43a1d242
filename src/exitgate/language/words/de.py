"""German."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="de",
    stopwords="""der | die | das | und | ist | sind | mit | für | ein | eine | ich | nicht
        | alle | wurde | wurden | auf | aber | habe | den | noch | von | im | es | zu | wird
        | kein | keine | um | sich | auch | nach | bei | aus | wie | ohne | kann | brauche
        | bitte""",
    roles={
        Role.DONE: """fertig | erledigt | abgeschlossen | vollständig | beendet
            | fertiggestellt | umgesetzt | implementiert | gelöst | behoben | bereit
            | bereit zur prüfung | bereit für die prüfung | bereit für das review
            | bereit zum review | komplett | abgearbeitet | vollendet | korrigiert | eingebaut
            | geliefert | vollständig umgesetzt""",
        Role.WORKS: """bestanden | bestehen | laufen durch | erfolgreich | grün | funktioniert
            | funktionieren | laufen … durch | läuft … durch | läuft durch
            | erfolgreich durchgelaufen""",
        Role.CLOSING: """nichts mehr zu tun | nichts mehr offen | keine offenen punkte
            | keine offenen aufgaben | keine verbleibenden probleme | alles erledigt
            | alles fertig | es fehlt nichts | fehlt nichts mehr | bleibt nichts zu tun
            | bleibt nichts mehr zu tun | keine offenen fragen | keine restarbeiten
            | nichts mehr übrig""",
        Role.OPEN: """unvollständig | unfertig | in arbeit | offen | ausstehend
            | steht noch aus | stehen noch aus | fehlt noch | fehlen noch | muss noch
            | müssen noch | verschoben | abgebrochen | aufgegeben | noch nicht | zu erledigen
            | noch offen | fehlt | fehlen | steht … aus | stehen … aus | bleibt noch
            | bleiben noch | noch zu tun | konnte … nicht | konnten … nicht | ungetestet
            | nicht getestet | folgt noch | folgen noch | kommt noch | zurückgestellt
            | noch in arbeit | nicht fertig | nicht geschafft""",
        Role.LEFT: "verbleiben | verbleibt | übrig | verbleibende",
        Role.PARTIAL: """teilweise | fast | beinahe | größtenteils | zur hälfte | außer
            | bis auf | weitgehend | zum teil | abgesehen von | mit ausnahme
            | zum größten teil | überwiegend | die meisten | im wesentlichen | nur noch""",
        Role.FAILING: """fehlgeschlagen | schlägt fehl | schlagen fehl | scheitert | kaputt
            | bricht ab | schlägt … fehl | schlagen … fehl | schlug … fehl | schlugen … fehl
            | fehlschlagen | fehlschlägt | scheitern | stürzt … ab | stürzen … ab
            | bricht … ab | brechen … ab | funktioniert … nicht | funktionieren … nicht
            | kompiliert … nicht | läuft … nicht | laufen … nicht | bestehen … nicht
            | besteht … nicht | startet … nicht | klappt … nicht | sind rot | ist rot""",
        Role.NEGATION: """nicht mehr | nicht | nie | kein | keine | keiner | ohne | noch nicht
            | nichts | weder""",
        Role.CONTRAST: "aber | jedoch | allerdings | obwohl | während | dennoch",
        Role.PLAN: """werde | werden | wird | danach | anschließend | als nächstes | gleich
            | später | nun werde | mache ich weiter | geht es weiter | morgen""",
        Role.WISH: "soll | sollte | muss | müssen | hoffe | möchte | bitte | will",
        Role.CONDITION: "wenn | falls | sobald | sofern | bis",
        Role.TIME: "bevor | nachdem",
        Role.HEDGE: """ich glaube | ich denke | vielleicht | wahrscheinlich | scheint
            | vermutlich | sollte | wohl | eigentlich | im prinzip | dürfte | müsste
            | möglicherweise | womöglich | anscheinend | ich hoffe | meines erachtens
            | soweit ich sehe | theoretisch""",
        Role.PAST: "war | waren | zuvor | früher | vorher",
        Role.WHOLE: """projekt | alles | implementierung | umsetzung | arbeit | auftrag
            | migration | anforderungen | plan | gesamte | umstellung | aufgabenstellung
            | umbau | gewünschte | gewünschten änderungen""",
        Role.STEP: "schritt | schritte | phase | teil | etappe | sitzung | iteration | teilaufgabe",
        Role.PIECE: """aufgabe | aufgaben | funktion | problem | fehler | änderungen | ticket
            | feature | bug | bugs | punkte | anforderung | anforderungen""",
        Role.TESTS: "test | tests",
        Role.BUILD: "build | kompilierung",
        Role.ALL: "alle | sämtliche | gesamte | ganze | jede | allen",
        Role.ORDINAL: "erste | erster | zweite | nächste | nächster | ein | eine",
        Role.SCOPE: """diese sitzung | in dieser sitzung | vorerst | diese iteration | bisher
            | fürs erste | für heute | in diesem durchlauf | dieser durchlauf""",
        Role.REPORT: """hinzugefügt | erstellt | geändert | aktualisiert | behoben
            | entfernt | umbenannt | ersetzt | implementiert | angepasst""",
        Role.NOW: "jetzt | nun | ab sofort | nicht mehr",
        Role.SELF: "ich | wir | mein | habe",
        Role.THAT: "das ist | das wäre | es ist",
        Role.IGNORE: "nicht nur | nicht mehr",
    },
    blocked="""ich kann nicht fortfahren | ich kann nicht weitermachen | kann nicht fortfahren
        | ich bin blockiert | benötige ihre freigabe | benötige deine freigabe | brauche deine
        | brauche ihre | manuelles eingreifen | warte auf ihre | warte auf deine
        | kann ich nicht fortfahren | kann ich nicht weitermachen
        | kann ich nicht weiterarbeiten | kann nicht weitermachen | kann nicht weiterarbeiten
        | komme nicht weiter | komme hier nicht weiter | komme ich nicht weiter
        | ich bin hier blockiert | warte auf eine entscheidung | warte auf rückmeldung
        | warte auf freigabe""",
    needs="brauche | benötige | brauchen wir | benötigen wir",
    only_a_person_has="""passwort | zugangsdaten | schlüssel | api-schlüssel | token | zugriff
        | zugang | berechtigung | berechtigungen | rechte | schreibrechte | freigabe
        | genehmigung | entscheidung | antwort | bestätigung | rückmeldung | klärung""",
    to_go_on="""um fortzufahren | um weiterzumachen | um weiterzuarbeiten
        | um weitermachen zu können | um fortfahren zu können | zum weiterarbeiten | von dir
        | von ihnen | von euch | von einem menschen""",
    asks="""soll ich | kannst du | können sie | welche | welcher | wie soll
        | bitte bestätigen | darf ich | was soll | möchten sie, dass ich fortfahre""",
    offers="""möchten sie | möchtest du | sonst noch | noch etwas | soll ich noch
        | soll ich auch | soll ich zusätzlich | soll ich außerdem | falls gewünscht
        | auf wunsch""",
    left_titles="""offen | noch offen | ausstehend | verbleibende arbeit | zu erledigen | todo
        | noch zu tun | offene punkte | offene aufgaben | restarbeiten | was noch fehlt
        | verbleibende aufgaben""",
    next_titles="nächste schritte",
    work_verbs="implementieren | hinzufügen | beheben | fertigstellen | schreiben",
    errors="fehler | fehlgeschlagen | absturz | abgestürzt | gescheitert",
    no_errors="kein | keine | keinen | keinerlei | ohne | null | nicht | nie",
    mended="behoben | behebt | korrigiert | gelöst | beseitigt | behandelt",
)
