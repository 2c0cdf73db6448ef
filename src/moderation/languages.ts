// Detects the language of a text by its script and its commonest words.
import { commonWords } from '../domain/text/common-words.ts'
import { isPlain } from './prefilter/fold.ts'

/** ISO 639-1 codes of the languages with a list of words. */
export const codes: Readonly<Record<string, string>> = {
  English: 'en',
  German: 'de',
  Spanish: 'es',
  French: 'fr',
  Portuguese: 'pt',
  Italian: 'it',
  Dutch: 'nl',
  Swedish: 'sv',
  Danish: 'da',
  Polish: 'pl',
  Czech: 'cs',
  Finnish: 'fi',
  Turkish: 'tr',
  Romanian: 'ro',
  Hungarian: 'hu',
  Vietnamese: 'vi',
  Indonesian: 'id',
  Welsh: 'cy',
  Croatian: 'hr',
  Slovak: 'sk',
  Slovene: 'sl',
  Norwegian: 'nb',
  Afrikaans: 'af',
  Catalan: 'ca',
  Tagalog: 'tl',
  Somali: 'so',
  Swahili: 'sw',
}

/**
 * More words of languages that would be taken for their neighbours. They are not among the common words of the search, whose index
 * would have to be made again.
 */
export const furtherWords: Readonly<Record<string, string>> = {
  German:
    'ich zwei wer vom keine nur wenn haben bitte hab kein mir geht sich noch einem drei ohne dann beim schon dass mehr sagt jetzt heute keiner jeden leute meine jeder mein kommen mich kann ihn ihre woche wieder unter damit stunde weil danach wurde',
  Spanish:
    'sin ya hasta quien yo nadie asi tambien cuando despues tiene alguien hoy cuatro tengo puede estan verdad pero siempre luego muy eso otra donde mi si le sus este esto',
  French:
    'je ne se il mais si bien elle meme comme deux tout qu ca fait mon avant ont moi apres sans trois jusqu aussi ils rien chaque salle quelqu jour quand semaine fois chez vos ici sous quatre jamais heure donc mois depuis leur besoin suis encore faut etait ceux',
  Italian:
    'ha chi due ho ci prima anche niente sul dal mio anni senza tre nel ogni io vi dopo tutto poi fa mia dell li col ora nessuno quello portate delle perche noi hanno sotto qualcuno sei cosa nella quindi giorno serve cosi dalla quattro settimana mai gia notte anno fino fatto carta primo ti sta dieci oggi mese entro sulla voi loro questo abbiamo minuti davanti coi vuole tutte telefono dietro nuovo quella scuola ancora serata dove codice puo bene altri venite suo lei finche fuori cinque detto lavoro',
  Portuguese:
    'pra sem quem ate tem gente depois eu meu vai dois tudo tambem minha duas hoje ta ninguem seu ele foi conta ela alguem rua precisa quatro nem escola caixa isso reais fica mesmo dinheiro traga tenho primeiro bem entao faz cartao pela pelo mae pode partir agora fora qualquer primeira dez vem leva meio onde novo aos pais pessoas dele cima num ainda mundo voces mao dela tragam vou fim meia salao carro bom sou sai preco fazer coisa',
  Dutch:
    'ik er geen tot uit mee mijn dan twee heeft wat nog hij drie jaar heb maar hem meer alleen mag neem elke dus uw vanaf kan nu zonder gaat zit iemand staat zeg ons hebben zelf keer laat dag hoe krijgt wel komt mensen haar nooit zo nieuwe erbij terug wil vijf deur tien wordt goed eerste eigen niks onder binnen tegen niemand mij gezocht moet zes waar weer nodig allemaal daarna doet maart doen ligt klaar hoeft eerst staan stuk gewoon twaalf zeggen gaan zet komen echte waarom',
  Polish:
    'zł za co bez kto albo tylko pod dwa przez bo tym ktos prosze tez potem zeby nikt tak trzy wiec dwie mnie przed lat piatek dzis jedna mam juz ktory domu wszystko wieczor dzieci tego ktora kazdy nic darmo jeszcze pani maja czwartek niech czy ale dzien wezcie wszyscy ktore trzeba chce cztery moj niedziele pan nad raz wszystkie osob dwoch wstep godziny mamy numer razy nigdy szesc tej mowi poniedziałek moja teraz odbior marca razem jesli pierwszy jej gdzie sam piec było godzine dalej wtorek nocy mozna herbata sroda minut jako roku karty ludzi zanim wolny ktorzy kazdego kazda tygodniu gotowka drzwi wiecej sobote ani byc poł moze jego robi niz rok tydzien działa dom jedno najpierw druga sztuka stycznia dnia miejsce idzie był pokaze pytac prosimy tych cos noc kawa cały potrzebuje kiedy dziesiec kazdym miejscu nam nim szukam ludzie kogos sama stoi kod przyjdzcie ktorych zdjecie mile jestem cała nowy pierwsza nasz tys obok klub drugi stole trzech osoby bardzo drzwiach sprzedaje lutego dostaje gra stoł niego psy moga duzo szybko pokoj masz koło strony drugiej pytania pisac jestes naprawde pana szukamy pies biblioteka znowu dowod miesiac karta naszych nazwiska miejsc srodku czego nowa rodzice zostaja',
  Turkish:
    'tl var iki yok sonra diye degil uc once ilk ucretsiz hafta biri sey gece cay lira cuma getirin alti kendi gecen kisi daha tek yeni gunu sadece ama olur hepsi bedava lazim dort lutfen iyi gun aksam persembe ayni acik nasil kimse dahil bizden gelin dakika hanim pazartesi kucuk ev kim yas teslim yer eski olsun bes hic ikinci bugun buyuk gercek basi butun sali araniyor yaninda yil biz cocuk bi geri bana carsamba kere icinde uzun tanesi yine dedi aksami geliyor gelir geldi saati mart evde giris kisilik yazin onu tane arasi elden kapi okul nakit benim itibaren kart gelen temiz ki adam kapida bile kapali sokak siz kaldi ay varsa ye oda kopek ocak kat isim yaz oyle daki sabah yemek beri salonu ayin kutu gecesi yuzden kayit baska yuz birlikte soru kalsin zaten gitti nin buraya sahte hayir yarim kahve cikti arka orada cunku hep yoksa ise oturuyor isteyen masa ucuz gercekten oglen adini simdi yuksek ikisi gel yarisi guzel dukkan soyleyin herkese hicbir adi emekli artik oldu kirk hazir gerekmez spor ustunde gunde ufak cocuklar listesi kafede izin hoca hepsini sorun gelsin bos anlatiyor sicak kiz niye subat deki oyun yaziyor diyor alin karsi haftada hangi yi buradan fotograf okuma karti yedi bende canli odada sen hediye adet aile altinda gelip burada sefer olacak sart hala verilir bey kirmizi oluyor yapay gerek sonu deneme yirmi belgesi numarasi beyaz veli aldi odasi birini gore yeter sifre verin maas eve fiyat cam olu biraz yarin kimlik olun kadin birinin beni yalniz takim kagit cevap getir oldugunu ustune hemen sandalye alir corba verdi mavi onunde vardi sonunda yillik altina masada soz yapiyor kalir takipci evi dokuz isi parasi kisa tabanca kisiye bunu banka istiyor calisiyor arti buyursun amca olursa mahalle takas insan selam ustu sizi isteyene sizden bicak ucret serbest sonrasi mutfak evet haber otuz gelecek hava suyu kiralik haftasi eldiven icine zaman bize dun kizlar belediye sesi',
  Czech:
    'jsem jsme jste neni kdyz uz jen jeste muj moje vas nas prodam koupim cena prosim dekuji dobry den mam mate muze bude byl byla ktery ktera kde kdo take mohl bych kdy ho sobotu',
  Croatian:
    'sam smo ste nije ali po kad vec samo jos moj moja vas nas prodajem kupujem cijena cena molim hvala dobar dan imam imate moze bio bila koja sto gdje tko ili tako bi si mi jer ja ti',
  Swedish:
    'jag hon kan finns kvar nar hur vad hamta tack dig oss bara bra mycket nagon hej saljer kopa pris kronor kr ring skicka ska skulle vill',
  Danish:
    'jeg hun kan hvor hvad nar tak dig os godt meget nogen hej saelger kobe pris kroner kr ring send skal skulle vil hente stadig',
  Romanian: 'noi voi fost mult bine doar daca cand cine vand cumpar pret multumesc buna ziua aproape noua nou lei',
  Hungarian: 'ok nekem volt lesz csak mar meg hol mikor elado veszek koszonom szia jo napot kerem lehet ezt azt',
  Finnish:
    'mina sina minulla oli viela vain jos kuka missa milloin myydaan ostan hinta kiitos hei voi saa tama sen nyt mutta',
  Indonesian:
    'saya kamu dia mereka masih ada bisa sudah belum juga kalau siapa dimana kapan jual beli harga terima kasih tolong nya lagi hanya',
  Vietnamese: 'toi ban thi neu dau khi nao ban mua cam chao duoc roi chua',
}

/** Languages that the search has no words for. They would be taken for a neighbour. */
export const neighbours: Readonly<Record<string, string>> = {
  Slovak:
    'a sa v s z som sme ste su nie ze ako pre pri ked uz len este moj moja vas nas predam kupim cena prosim dakujem dobry den mam mate moze bude bol bola ktory ktora kde alebo sobotu predaj',
  Slovene:
    'in da so s iz ki kot ne vse sobota nedelja sem smo ste ni pri kdaj samo moj moja prodam kupim cena prosim hvala dober dan imam lahko bo bil bila kateri kaj kje kdo ali tako bi tudi',
  Norwegian:
    'og det som et pa av for til ikke om vi kom alle fra eller klokken lordag sondag jeg hun kan hvor hva nar har takk meg deg oss bra mye noen hei selger kjope pris kroner kr ring send skal skulle vil hente fortsatt',
  Afrikaans: 'die nie vir ek jy hy sy het ons julle hulle sal maar as by baie asseblief dankie koop verkoop geen',
  Catalan:
    'els amb mes aqui tot ha som molt pis busco algu sap quan venc compro preu gracies plau vaig tinc tens meu seva',
  Tagalog:
    'ang ng sa mga na at ay ako ikaw siya kami tayo kayo sila ko mo niya namin natin ito iyan iyon dito diyan doon hindi wala may mayroon po kung para ba lang din rin pa kasi pero bakit ano sino saan kailan salamat',
  Somali: 'waa iyo oo uu aan waxa waxaan waxaad soo ama laakiin maya halkan mahadsanid iibka qiimaha',
  Swahili:
    'na ya wa kwa ni katika za kuwa hii hiyo huyu yake wake lakini au kama pia hapana ndiyo asante nina una ana tuna wana nauza bei kesho jumamosi jumapili',
}

const languages = Object.entries({ ...commonWords.covered, ...commonWords.foreign, ...neighbours }).map(
  ([name, list]) => ({
    code: codes[name]!,
    words: `${list} ${furtherWords[name] ?? ''}`.trim().split(' '),
  }),
)

/** The languages of each known word, by their index in the list. */
const lexicon = new Map<string, number[]>()
for (const [language, { words }] of languages.entries())
  for (const word of new Set(words)) lexicon.set(word, [...(lexicon.get(word) ?? []), language])

/** Whether a word, in lower case without accents, is among the commonest of any known language. */
export function isCommonWord(word: string): boolean {
  return lexicon.has(word)
}

/** Scripts, each with the language that is most written in it. Latin text is detected by its words. */
const scripts: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
]
/** Letters, and common words, that languages have beside those of the language that is most written in their script. */
export const ownLetters: readonly (readonly [script: string, letters: RegExp, code: string])[] = [
  ['ar', /[ٹڈڑںے]/gu, 'ur'],
  ['ar', /[ښځډړټڼ]/gu, 'ps'],
  ['ar', /[ێۆڵ]/gu, 'ckb'],
  ['ar', /[پچژگکی]/gu, 'fa'],
  ['ru', /[әғқңөұүһ]/gu, 'kk'],
  [
    'ru',
    /[іїєґ]|(?<!\p{L})(?:що|щоб|це|дякую|якщо|дуже|немає|вона|вони|його|тільки|зараз|треба|можна|буде|чи|або)(?!\p{L})/gu,
    'uk',
  ],
  ['ru', /[јљњђћџѓќѕ]/gu, 'sr'],
]
/** From this share of such letters on a text is in their language; below it has a name or a word of it. */
const ownLettersShare = 0.01
/** The share of ъ, and the number, that make a Cyrillic text without ы and э Bulgarian: Russian writes it once in some three thousand letters. */
const bulgarian = { share: 0.008, count: 3 }

/** Up to this share of the letters may be in another script: names, a motto, a translated title. */
const foreignLetters = 0.25
/** The least share of known words that identifies a language; most texts reach 0.3 in their own. */
const knownShare = 0.1
/** From this number of words on, a single known word may be chance. */
const wordsForTwoHits = 7
/** The share of kana that makes a text Japanese: Chinese has none, and almost every Japanese text has some. */
const kanaOfJapanese = 0.15

/** A folded text without its links, which are in no language. */
export function withoutAddresses(folded: string): string {
  if (!folded.includes('http') && !folded.includes('www.')) return folded
  return folded.replace(/(?:https?:\/\/|www\.)\S{1,500}/gu, ' ')
}

/**
 * Counts the words of a part of a text and gives its language (ISO 639-1): none where no known language is clear, several where they have
 * equally many known words, in the order of the list.
 */
export type PartReader = (start: number, end: number) => { words: number; languages: () => string[] }

/**
 * Reads the languages of the parts of a text. A text of only numbers and symbols counts as `en`, since it has nothing to misread.
 * `folded` is text in lower case without marks (prefilter/fold.ts). Words of plain text are looked up once for all parts.
 */
export function partReader(folded: string): PartReader {
  if (isPlain(folded)) return plainPartReader(folded)
  return (start, end) => {
    const part = folded.slice(start, end)
    return { words: count(part, /[\p{L}\p{M}]+/gu), languages: () => languagesOfAny(part) }
  }
}

/** Letters beside a to z that a language is written with, those of its usual loanwords included. */
const alphabets: Readonly<Record<string, string>> = {
  de: 'äöüßéèêàç',
  es: 'áéíóúüñç',
  fr: 'àâæçéèêëîïôœùûüÿñ',
  it: 'àèéìíîòóùúç',
  nl: 'ëéèêïíóáüöàç',
  pl: 'ąćęłńóśźżéü',
  pt: 'áâãàçéêíóôõúüñ',
  tr: 'çğıöşüâîûé',
}
/** From this share of words with a letter that the language is not written with, and this number, a text is in another one. */
const foreignWords = { share: 0.1, count: 2 }

/** Whether a text, with its marks, has only letters of a language; a few names do not count. True for a language without a list. */
export function isWrittenIn(language: string, text: string): boolean {
  const own = alphabets[language]
  if (own === undefined) return true
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('i\u0307', 'i')
      .match(/\p{Script=Latin}+/gu) ?? []
  const foreign = words.filter(word => [...word].some(letter => letter > 'z' && !own.includes(letter))).length
  return foreign < Math.max(foreignWords.count, words.length * foreignWords.share)
}

/** The language of a whole folded text, as `partReader` gives it. */
export function languageOf(folded: string): string | null {
  return partReader(folded)(0, folded.length).languages()[0] ?? null
}

function languagesOfAny(folded: string): string[] {
  const letters = count(folded, /\p{L}/gu)
  if (letters === 0) return ['en']
  const latin = count(folded, /\p{Script=Latin}/gu)
  if (letters - latin > letters * foreignLetters) return languagesOfScript(folded)
  return languagesOfWords((folded.match(/\p{Script=Latin}{2,}/gu) ?? []).map(languagesOfWord))
}

function languagesOfScript(text: string): string[] {
  const [kana, han] = [count(text, scripts[0]![0]), count(text, scripts[1]![0])]
  if (kana > 0 && kana >= (kana + han) * kanaOfJapanese) return ['ja']
  const counts = scripts.map(([pattern, code]) => ({ code, letters: count(text, pattern) }))
  const { code, letters } = counts.reduce((most, each) => (each.letters > most.letters ? each : most))
  if (letters === 0) return []
  return [languageIn(code, text, letters)]
}

/** The language of a text in the script that is most written in `code`. */
function languageIn(code: string, text: string, letters: number): string {
  for (const [script, own, language] of ownLetters)
    if (script === code && count(text, own) >= letters * ownLettersShare) return language
  if (code !== 'ru' || /[ыэ]/u.test(text)) return code
  return count(text, /ъ/gu) >= Math.max(letters * bulgarian.share, bulgarian.count) ? 'bg' : code
}

/** The languages of a known word, by their index in the list. */
type Known = readonly number[]

const inNone: Known = []

function languagesOfWord(word: string): Known {
  return lexicon.get(word) ?? inNone
}

function languagesOfWords(words: readonly Known[]): string[] {
  const hits = new Array<number>(languages.length).fill(0)
  for (const known of words) for (const language of known) hits[language]!++
  const most = Math.max(...hits)
  const needed = Math.max(words.length * knownShare, words.length >= wordsForTwoHits ? 2 : 1)
  return most >= needed ? languages.filter((_, i) => hits[i] === most).map(({ code }) => code) : []
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

// ---- plain text -----------------------------------------------------------------------------------------------------

/** The words of a plain text, in order; `known` is null for single letters, which are words in too many languages. */
type PlainWords = { starts: number[]; ends: number[]; known: (Known | null)[] }

function plainPartReader(text: string): PartReader {
  const words = plainWordsOf(text)
  return (start, end) => {
    const from = placeOfFirst(words.ends, start + 1)
    const to = placeOfFirst(words.starts, end)
    const isCut = from < to && (words.starts[from]! < start || words.ends[to - 1]! > end)
    const known = isCut ? plainWordsOf(text.slice(start, end)).known : words.known.slice(from, to)
    return { words: known.length, languages: () => languagesOfPlain(known) }
  }
}

/** The index of the first of ascending numbers that is `least` or more; their count where none is. */
function placeOfFirst(numbers: readonly number[], least: number): number {
  let from = 0
  let to = numbers.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (numbers[middle]! < least) from = middle + 1
    else to = middle
  }
  return from
}

function languagesOfPlain(words: readonly (Known | null)[]): string[] {
  return words.length === 0 ? ['en'] : languagesOfWords(words.filter(known => known !== null))
}

/** Plain text has only letters of ASCII. */
function plainWordsOf(text: string): PlainWords {
  const words: PlainWords = { starts: [], ends: [], known: [] }
  for (let at = 0; at < text.length; at++) {
    if (!isAsciiLetter(text.charCodeAt(at))) continue
    const start = at
    while (isAsciiLetter(text.charCodeAt(at))) at++
    words.starts.push(start)
    words.ends.push(at)
    words.known.push(at - start < 2 ? null : languagesOfWord(text.slice(start, at)))
  }
  return words
}

/** Also false for NaN, the code past the end of a text. */
function isAsciiLetter(code: number): boolean {
  const small = code | 0x20
  return small >= 0x61 && small <= 0x7a
}
