// Tells whether the built-in rules can read a text: whether it is in a language that they have words for.

/** What the rules can make of the language of a text. `unread` names what they cannot read. */
export type Reading = {
  /** Null when the rules can read the text, else what they cannot read: `a script` or `a language`. */
  unread: 'a script' | 'a language' | null
  /** The text, or a good part of it, may be in another covered language than English. */
  european: boolean
  japanese: boolean
}

// The commonest short words and the calendar and event words that stand even in a text of a few words.
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

// Languages that share words with the covered ones and must not pass for them.
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

const lexicon = [...Object.entries(covered), ...Object.entries(foreign)].map(([name, list]) => ({
  name,
  words: new Set(list.split(' ')),
  isCovered: name in covered,
}))

const english = new Set(covered.English?.split(' '))

/** Up to this share of the letters may stand in a script that the rules cannot read: names, a motto, a translated title. */
const foreignLetters = 0.25
/** So large a share of known words in the best language makes a text readable; a text in any language reaches 0.3 easily. */
const knownShare = 0.1
/** From so many words on, a single known one may be chance. */
const wordsForTwoHits = 7

/** So many words of another language in an English text make it worth reading in that language too. */
const ownWordsForMixed = 3

/** Whether the rules can read the folded text, and which word lists to read it with. Text of numbers and symbols alone counts as read. */
export function readingOf(folded: string): Reading {
  const letters = folded.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return { unread: null, european: false, japanese: false }
  const latin = folded.match(/\p{Script=Latin}/gu)?.length ?? 0
  const kana = folded.match(/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu)?.length ?? 0
  const han = folded.match(/\p{Script=Han}/gu)?.length ?? 0
  // Chinese writes no kana; Japanese of any length hardly does without.
  const japaneseLetters = kana > 0 && kana >= (kana + han) * 0.15 ? kana + han : 0
  const japanese = japaneseLetters > 0
  if (letters - latin - japaneseLetters > letters * foreignLetters)
    return { unread: 'a script', european: true, japanese }
  if (japaneseLetters > letters * 0.3) return { unread: null, european: true, japanese }

  // Single letters are words in too many languages to tell one from another.
  const tokens = folded.match(/\p{Script=Latin}{2,}/gu) ?? []
  let best = { name: '', hits: 0, isCovered: false }
  let mixed = false
  for (const { name, words, isCovered } of lexicon) {
    const known = tokens.filter(token => words.has(token))
    if (known.length > best.hits) best = { name, hits: known.length, isCovered }
    if (isCovered && name !== 'English' && known.filter(token => !english.has(token)).length >= ownWordsForMixed)
      mixed = true
  }
  const european = mixed || best.name !== 'English'
  const needed = Math.max(tokens.length * knownShare, tokens.length >= wordsForTwoHits ? 2 : 1)
  if (!best.isCovered || best.hits < needed) return { unread: 'a language', european, japanese }
  return { unread: null, european, japanese }
}
