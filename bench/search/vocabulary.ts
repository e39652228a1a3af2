// The words of the judged corpus. A word has its forms, the base form first; `+s`, `+en` … add an ending to the base form.

/** What a language's documents are made of. */
export interface Vocabulary {
  readonly locale: 'en' | 'de';
  /** Groups of related words. A document treats one of them, and another one of the same group beside it. */
  readonly topics: readonly string[];
  /** What is done with a topic. */
  readonly aspects: readonly string[];
  /** Expressions of two words, by aspects in order; documents also have their words apart. */
  readonly phrases: readonly string[];
  readonly firstNames: string;
  readonly lastNames: string;
  readonly places: string;
  /** Frequent words between the others. */
  readonly fillers: string;
  /** `T` is a topic, `A` an aspect, `N` a name, `P` a place, `Y` a year, `F` a frequent word, `X` a word of any other document. */
  readonly sentences: readonly string[];
  readonly titles: readonly string[];
  /** Searches in whole words of the language. */
  readonly questions: readonly string[];
}

const english: Vocabulary = {
  locale: 'en',
  topics: [
    'roof+s gutter+s chimney+s rafter+s attic+s shingle+s skylight+s insulation',
    'bicycle+s pedal+s saddle+s handlebar+s brake+s tyre+s spoke+s derailleur+s',
    'orchard+s apple+s pear+s cherry/cherries grafting/graft/grafted blossom+s harvest+s/harvesting cider+s',
    'bakery/bakeries flour+s sourdough yeast oven+s loaf/loaves croissant+s kneading/knead/kneaded',
    'river+s bridge+s ferry/ferries flood+s/flooding/flooded embankment+s current+s lock+s canal+s',
    'library/libraries catalogue+s archive+s manuscript+s bookbinding/bookbinder/bookbinders reader+s shelf/shelves loan+s',
    'hospital+s nurse+s surgeon+s ward+s vaccine+s/vaccination/vaccinations patient+s ambulance+s pharmacy/pharmacies',
    'school+s teacher+s pupil+s classroom+s timetable+s homework examination+s/examine kindergarten+s',
    'forest+s beech/beeches spruce+s sawmill+s forester+s deer clearing+s undergrowth',
    'railway+s locomotive+s carriage+s platform+s signal+s tunnel+s conductor+s sleeper+s',
    'kitchen+s saucepan+s recipe+s spice+s dumpling+s vegetable+s refrigerator+s breakfast+s',
    'theatre+s actor+s rehearsal+s/rehearse costume+s audience+s premiere+s stage+s puppet+s',
    'museum+s exhibition+s/exhibit painting+s/painter sculpture+s curator+s gallery/galleries fresco/frescoes restoration/restore/restored',
    'mountain+s glacier+s summit+s avalanche+s hut+s climber+s/climbing rope+s crevasse+s',
    'computer+s keyboard+s printer+s software database+s network+s password+s backup+s',
    'garden+s rose+s compost+s/composting hedge+s greenhouse+s watering/water/watered lawn+s tulip+s',
    'harbour+s sailor+s lighthouse+s anchor+s fishery/fisheries trawler+s buoy+s shipyard+s',
    'court+s judge+s/judging lawyer+s verdict+s witness/witnesses contract+s inheritance+s tenant+s',
    'orchestra+s violin+s trumpet+s choir+s conductor+s symphony/symphonies organ+s audition+s',
    'insurance+s mortgage+s pension+s savings/saving invoice+s/invoicing tax/taxes/taxation budget+s subsidy/subsidies',
    'weather thunderstorm+s drought+s rainfall hurricane+s thermometer+s barometer+s forecast+s/forecasting',
    'beekeeping/beekeeper/beekeepers hive+s honey swarm+s/swarming queen+s pollen wax drone+s',
    'pottery/potter/potters kiln+s glaze+s/glazing clay porcelain vase+s tile+s workshop+s',
    'astronomy/astronomer/astronomers telescope+s comet+s eclipse+s planet+s galaxy/galaxies observatory/observatories meteorite+s',
  ],
  aspects: [
    'repair+s/repaired/repairing',
    'cleaning/clean/cleaned',
    'history/histories/historical',
    'price+s/pricing',
    'safety/safe/safely',
    'funding/fund/funded',
    'winter+s',
    'children/child',
    'accident+s/accidental',
    'purchase+s/purchased/purchasing',
    'training/train/trained',
    'legislation/legislative',
    'renovation+s/renovate/renovated',
    'volunteer+s/volunteering',
    'maintenance/maintain/maintained',
    'celebration+s/celebrate/celebrated',
    'measurement+s/measure/measured',
    'transport/transported/transporting',
  ],
  phrases: [
    'spare part',
    'warm water',
    'middle ages',
    'fixed rate',
    'emergency exit',
    'public purse',
    'black ice',
    'family ticket',
    'near miss',
    'second hand',
    'evening course',
    'supreme authority',
    'listed building',
    'open day',
    'annual inspection',
    'golden jubilee',
    'spirit level',
    'heavy goods',
  ],
  firstNames:
    'André Anna Björn Chloé Conor Edith Eleanor François George Hélène Ida João Katarzyna Łukasz Margaret Noël Oscar Petra Renée Søren Thomas Ursula Véronique William Zoë',
  lastNames:
    'Åkesson Baker Brontë Conceição Dvořák Fletcher García Groß Harrington Ibáñez Jørgensen Kowalczyk Lefèvre MacDonald Müller Nuñez O’Brien Pemberton Quiñones Richardson Škoda Thatcher Underwood Vasconcelos Whitaker',
  places:
    'Aarhus Birmingham Córdoba Dunfermline Edinburgh Fredericton Göteborg Hamilton Inverness Kraków Lancaster Málaga Nottingham Orléans Plymouth Reykjavík Southampton Tromsø Utrecht Zürich',
  fillers:
    'several often large small local new old early late public many useful careful common next town village people work time season morning group house year example reason plan result question change part long report',
  sentences: [
    'The T of the F F in P was part of a F A since Y.',
    'In Y a F T needed A, and the F F of P agreed.',
    'N wrote that no F should begin with the A before the F is ready.',
    'Any F with F T is more F when the A is F.',
    'Most F of the F in P had a F question about F and F.',
    'It was a F F, and the F was F enough for the F of the F.',
    'Every T has its own F, says N, and A is a F F.',
    'For the A the F of P needs F and F, but no F.',
    'The F F spoke with N about the T.',
    'They also met some X in the F of P, which was F.',
    'Next to it there is a F with X and X.',
    'The F F had nothing to do with X.',
  ],
  titles: [
    'A of a T',
    'The T and its A',
    'T: F A in P',
    'A for every T',
    'N on the T',
    'F T, F A',
    'About T and A',
    'A',
  ],
  questions: [
    'how does the A of a T work',
    'what should I know about A and T',
    'where can we find a T with A',
    'when is the A of the T in P',
  ],
};

const german: Vocabulary = {
  locale: 'de',
  topics: [
    'Dach/Dächer/Daches/Dächern Dachrinne+n Schornstein+e/Schornsteine/Schornsteins Sparren/Sparrens Dachboden/Dachböden Schindel+n Oberlicht+er Dämmung+en',
    'Fahrrad/Fahrräder/Fahrrads/Fahrrädern Pedal+e/Pedale Sattel/Sättel/Sattels Lenker+s/Lenkern Bremse+n Reifen/Reifens Speiche+n Gangschaltung+en',
    'Obstgarten/Obstgärten/Obstgartens Apfel/Äpfel/Apfels/Äpfeln Birne+n Kirsche+n Veredelung+en Blüte+n Ernte+n Most/Mostes',
    'Bäckerei+en Mehl+e/Mehls Sauerteig+e/Sauerteigs Hefe+n Backofen/Backöfen/Backofens Brötchen/Brötchens Brezel+n Gebäck/Gebäcke/Gebäcks',
    'Fluss/Flüsse/Flusses/Flüssen Brücke+n Fähre+n Überschwemmung+en Ufer+s/Ufern Strömung+en Schleuse+n Kanal/Kanäle/Kanals',
    'Bibliothek+en Katalog+e/Kataloge/Katalogs Archiv+e/Archive/Archivs Handschrift+en Buchbinder+s/Buchbindern Leser+s/Lesern Regal+e/Regale/Regalen Ausleihe+n',
    'Krankenhaus/Krankenhäuser/Krankenhauses/Krankenhäusern Pfleger+s/Pflegern Chirurg+en Station+en Impfung+en Patient+en Krankenwagen/Krankenwagens Apotheke+n',
    'Schule+n Lehrer+s/Lehrern Schüler+s/Schülern Klassenzimmer+s/Klassenzimmern Stundenplan/Stundenpläne/Stundenplans Hausaufgabe+n Prüfung+en Kindergarten/Kindergärten/Kindergartens',
    'Wald/Wälder/Waldes/Wäldern Buche+n Fichte+n Sägewerk+e/Sägewerke/Sägewerks Förster+s/Förstern Hirsch+e/Hirsche/Hirschen Lichtung+en Unterholz/Unterholzes',
    'Eisenbahn+en Lokomotive+n Waggon+s Bahnsteig+e/Bahnsteige/Bahnsteigen Signal+e/Signale Tunnel+s Schaffner+s/Schaffnern Schwelle+n',
    'Küche+n Kochtopf/Kochtöpfe/Kochtopfs Rezept+e/Rezepte/Rezepten Gewürz+e/Gewürze/Gewürzen Knödel+s Gemüse/Gemüses Kühlschrank/Kühlschränke/Kühlschranks Frühstück/Frühstücks',
    'Theater+s Schauspieler+s/Schauspielern Probe+n Kostüm+e/Kostüme/Kostümen Publikum/Publikums Uraufführung+en Bühne+n Handpuppe+n',
    'Museum/Museen/Museums Ausstellung+en Gemälde/Gemäldes/Gemälden Skulptur+en Kurator+en Galerie+n Wandmalerei+en Restaurierung+en',
    'Berg+e/Berge/Bergen Gletscher+s/Gletschern Gipfel+s/Gipfeln Lawine+n Berghütte+n Bergsteiger+s/Bergsteigern Seil+e/Seile/Seilen Gletscherspalte+n',
    'Rechner+s/Rechnern Tastatur+en Drucker+s/Druckern Programm+e/Programme/Programmen Datenbank+en Netzwerk+e/Netzwerke/Netzwerken Passwort/Passwörter/Passworts/Passwörtern Sicherung+en',
    'Garten/Gärten/Gartens Rose+n Kompost+e/Komposts Hecke+n Gewächshaus/Gewächshäuser/Gewächshauses/Gewächshäusern Bewässerung+en Rasen/Rasens Tulpe+n',
    'Hafen/Häfen/Hafens Matrose+n Leuchtturm/Leuchttürme/Leuchtturms/Leuchttürmen Anker+s/Ankern Fischerei+en Kutter+s/Kuttern Boje+n Werft+en',
    'Gericht+e/Gerichte/Gerichten Richter+s/Richtern Anwalt/Anwälte/Anwalts/Anwälten Urteil+e/Urteile/Urteilen Zeuge+n Vertrag/Verträge/Vertrags/Verträgen Erbschaft+en Mieter+s/Mietern',
    'Orchester+s/Orchestern Geige+n Trompete+n Chor/Chöre/Chors/Chören Dirigent+en Sinfonie+n Orgel+n Vorspiel+e/Vorspiele/Vorspielen',
    'Versicherung+en Hypothek+en Rente+n Ersparnis/Ersparnisse/Ersparnissen Rechnung+en Steuer+n Haushalt+e/Haushalte/Haushalts Zuschuss/Zuschüsse/Zuschusses/Zuschüssen',
    'Wetter+s Gewitter+s/Gewittern Dürre+n Niederschlag/Niederschläge/Niederschlags/Niederschlägen Orkan+e/Orkane/Orkans Thermometer+s Barometer+s Vorhersage+n',
    'Imkerei+en Bienenstock/Bienenstöcke/Bienenstocks/Bienenstöcken Honig+e/Honigs Schwarm/Schwärme/Schwarms/Schwärmen Königin/Königinnen Blütenstaub/Blütenstaubs Wachs+e/Wachses Drohne+n',
    'Töpferei+en Brennofen/Brennöfen/Brennofens Glasur+en Tonerde+n Porzellan+e/Porzellans Vase+n Kachel+n Werkstatt/Werkstätten',
    'Astronomie/Astronom/Astronomen Fernrohr+e/Fernrohre/Fernrohren Komet+en Finsternis/Finsternisse/Finsternissen Planet+en Galaxie+n Sternwarte+n Meteorit+en',
  ],
  aspects: [
    'Reparatur+en',
    'Reinigung+en',
    'Geschichte+n',
    'Preis+e/Preise/Preisen',
    'Sicherheit+en',
    'Förderung+en',
    'Winter+s/Wintern',
    'Kinder/Kind/Kindern',
    'Unfall/Unfälle/Unfalls/Unfällen',
    'Anschaffung+en',
    'Ausbildung+en',
    'Verordnung+en',
    'Sanierung+en',
    'Freiwillige+n/Freiwilliger',
    'Wartung+en',
    'Jubiläum/Jubiläen/Jubiläums',
    'Messung+en',
    'Beförderung+en',
  ],
  phrases: [
    'kleines Ersatzteil',
    'warmes Wasser',
    'spätes Mittelalter',
    'fester Betrag',
    'zweiter Ausgang',
    'öffentliche Hand',
    'gefrierender Regen',
    'ermäßigte Karte',
    'grobe Fahrlässigkeit',
    'erste Wahl',
    'duales System',
    'höhere Gewalt',
    'historische Fassade',
    'offene Tür',
    'jährliche Prüfliste',
    'goldene Hochzeit',
    'doppelter Boden',
    'schwere Ladung',
  ],
  firstNames:
    'André Anneliese Björn Cäcilie Dörte Emil Friederike Günther Hannelore Jörg Jürgen Käthe Ludwig Marlène Norbert Ömer Petra René Søren Stefanie Thérèse Ursula Volker Wolfgang Zoë',
  lastNames:
    'Albrecht Böttcher Dvořák Eichendorff Fröhlich Groß Hölderlin Jäger Köhler Krüger Lindemann Müller Neumann Özdemir Pfeiffer Rößler Schäfer Schröder Strauß Thälmann Vogelsang Weiß Wiedemann Yılmaz Zimmermann',
  places:
    'Augsburg Bautzen Düsseldorf Eisenach Freiburg Göttingen Hannover Köln Lübeck Magdeburg München Nürnberg Osnabrück Potsdam Regensburg Saarbrücken Tübingen Würzburg Zürich Zwickau',
  fillers:
    'mehrere oft große kleine örtliche neue alte frühe späte öffentliche viele nützliche sorgfältige übliche nächste Stadt Dorf Leute Arbeit Zeit Saison Morgen Gruppe Haus Jahr Beispiel Grund Plan Ergebnis Frage Änderung Teil lange Bericht',
  sentences: [
    'T und F F in P gehörten seit Y zu A.',
    'Im Jahr Y war für T noch A nötig, und F F aus P stimmten zu.',
    'N schrieb, dass F nicht mit A beginnen soll, bevor F bereit ist.',
    'Bei F mit T ist F wichtiger, wenn A als F gilt.',
    'Die meisten F in P hatten F Fragen zu F und F.',
    'Es war F F, und für F reichte F in F.',
    'Jede T hat F, sagt N, und A ist F F.',
    'Für die A braucht F aus P nur F und F, aber keine F.',
    'Die F F sprachen mit N über T.',
    'Sie trafen auch X auf F in P, was F war.',
    'Daneben gibt es F mit X und X.',
    'Mit X hatten F F nichts zu tun.',
  ],
  titles: ['A: T', 'T und A', 'T: F A in P', 'A für T', 'N über T', 'F T, F A', 'Alles zu T und A', 'A'],
  questions: [
    'wie geht die A von T',
    'was muss ich über A und T wissen',
    'wo gibt es T mit A',
    'wann ist die A der T in P',
  ],
};

export const vocabularies: readonly Vocabulary[] = [english, german];
