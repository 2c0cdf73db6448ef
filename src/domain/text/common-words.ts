// The commonest short words of languages, folded, with calendar and event words that even short posts have.

/** Languages that the rules of moderation have words for. */
const covered: Record<string, string> = {
  English:
    'the a an of and to in is are for with on at by from we you our your it this that be will can or as all no not have has i my they their join come us free open am pm day night every who what where when how bring welcome new up out one two per park run club meet meetup meeting music concert workshop class event tickets entry doors monday tuesday wednesday thursday friday saturday sunday tonight tomorrow sale show talk party market game tour street tea beginners kids family evening morning online live but so if do did was were had been would could should may about into over after before between through there here then than some any more most other only just very also many much good great nice new old big small first last next please see look get go make take use need want like know think say help work time year years week weekend today now around until till since while during he she him her me us them his its am are don let here re ll ve well back down off under near each both free room bed house home apartment kitchen car bike table chair book books size condition pick sell selling buy wanted price offer available ready coming soon rent large open welcome food drinks dinner lunch breakfast coffee beer wine dance film movie play art photo history language group community local public outdoor walk hike ride swim yoga training lesson lessons school library church hall garden center centre hello thanks thank ok',
  German:
    'der die das und ist sind im in den dem des ein eine einen einer mit fur auf von zu zum zur bei nicht wir ihr sie euch uns aus nach vor uber auch alle wird werden hat oder am um ab bis uhr montag dienstag mittwoch donnerstag freitag samstag sonntag eintritt frei kommt willkommen abend konzert flohmarkt kurs treffen anfanger kinder einladung',
  Spanish:
    'el la los las un una unos de del y en es son para con por que no se su nuestro al lo como todos mas hay a las hora horas lunes martes miercoles jueves viernes sabado domingo gratis entrada ven taller concierto clase fiesta mercado noche tarde plaza ninos todas bienvenidos',
  French:
    'le la les un une des du de et est sont en pour avec sur dans par que qui nous vous notre votre au aux ce cette pas ou lundi mardi mercredi jeudi vendredi samedi dimanche gratuit entree venez atelier soiree marche cours enfants bienvenue heures rendez tous',
  Portuguese:
    'o a os as um uma de do da dos das e em no na para com por que nao se nosso nossa voce mais todos ao segunda terca quarta quinta sexta sabado domingo gratis entrada venha oficina concerto aula festa feira noite tarde horas criancas bem-vindos sao',
  Italian:
    'il lo la i gli le un una di del della dei e in per con che non si nostro nostra al alla da tutti piu sono lunedi martedi mercoledi giovedi venerdi sabato domenica gratuito ingresso vieni laboratorio concerto corso festa mercato sera ore bambini benvenuti dalle alle',
  Dutch:
    'de het een en van in is zijn voor met op te naar bij niet wij we jullie onze je ook aan om uur maandag dinsdag woensdag donderdag vrijdag zaterdag zondag gratis toegang kom avond markt cursus concert kinderen welkom iedereen dit dat',
}

/** Languages that the rules of moderation have no words for, and that share words with the covered ones. */
const foreign: Record<string, string> = {
  Swedish:
    'och att det som en ett pa ar av for med till den har inte om vi ni kom alla fran eller klockan lordag sondag',
  Danish: 'og at det som en et pa er af for med til den har ikke om vi kom alle fra eller klokken lordag sondag der',
  Polish:
    'i w na z do sie jest nie ze dla od po o jak oraz przy nas zapraszamy godzina sobota niedziela wszystkich bedzie',
  Czech: 'a v na se je s z do o pro ze od za nebo jako zveme hodin sobota nedele vsechny ktery jsou pri',
  Finnish: 'ja on ei se etta joka kun mutta tai olla ovat kello lauantai sunnuntai tervetuloa kaikki meidan mukaan',
  Turkish: 've bir bu ile icin da de cok olan olarak saat cumartesi pazar herkes bizim gibi kadar davet',
  Romanian: 'si in la de cu pe pentru este sunt o un din nu va sa mai ora sambata duminica toti ne care',
  Hungarian: 'a az es egy is van nem hogy meg minden ora szombat vasarnap szeretettel varunk mindenkit',
  Vietnamese: 'va la cua co cho trong voi mot cac nguoi nhung khong den duoc tai nay',
  Indonesian: 'dan yang di untuk dengan ini itu dari ke pada akan tidak kami anda semua jam hari sabtu minggu acara',
  Welsh: 'y yr a o i yn ar gan am ac mae bydd gyda croeso pawb dewch dydd',
  Croatian: 'i u na je se da za od su s iz koji kao ne sve sati subota nedjelja dobrodosli',
}

export const commonWords = { covered, foreign }
