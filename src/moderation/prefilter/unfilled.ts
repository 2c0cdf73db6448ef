// Finds parts that an author forgot to fill in or to remove: template fields, blanks, sample amounts, notes about the text.
import { Gate } from './gate.ts'

/** A sign of an unfinished text: each different match counts `weight`, at most `most` of them. */
export type Mark = { gate: Gate; weight: number; most: number }

/** From this sum on a text is certainly a placeholder. */
export const unfilledFrom = 2
/** From this sum on a text may be a placeholder. */
export const perhapsUnfilledFrom = 1

const fieldNames = [
  'name|title|date|time|day|place|venue|location|address|city|area|suburb|room|price|amount|item|condition|description|text|topic|theme',
  'speaker|host|performer|number|url|link|email|phone|section|services?|customer|holiday|colou?r|job|field|insert|enter|add|your',
  'titel|uhrzeit|datum|ort|thema|preis|beschreibung|funktion|einfugen|eingeben|titre|lieu|heure|date|prix|nom|inserer|completer',
  'titulo|nombre|fecha|hora|lugar|sede|precio|pendiente|insertar|nome|luogo|ora|prezzo|inserire|foto|naam|tijd|plaats|prijs|invullen',
  'tytul|tytuł|imie|data|nazwa|nazwisko|miejsce|godzina|cena|opis|adres|wpisz|wstaw|isim|baslik|tarih|saat|yer|fiyat|adi|seciniz',
  'название|имя|заголовок|дата|время|место|адрес|цена|описание|укажите|вставить',
].join('|')
const fieldSigns =
  '入力|名前|会場|日時|場所|時刻|金額|個数|名】|标题|名称|时间|地点|金额|颜色|品牌|描述|说明|اكتب|اسم |عنوان|تاريخ|مكان|المبلغ|المنطقة|نام|تاریخ|محل|قیمت|नाम|दिनांक|स्थान|समय|विषय|लिखें|विवरण'
const inside = '[^\\[\\]<>{}【】\\n="/:;]{0,40}'
const bracketed = (names: string) => `(?:[<\\[【]|(?<!\\{)\\{(?!\\{))${inside}(?:${names})${inside}[>\\]}】]`

const marks: readonly [weight: number, most: number, ...patterns: string[]][] = [
  [1, 3, bracketed(`(?<![\\p{L}])(?:${fieldNames})(?![\\p{L}])`), bracketed(fieldSigns)],
  [1, 3, '\\{\\{[^{}\\n]{1,40}\\}\\}', '%%\\p{L}{2,20}%%'],
  [0.5, 4, '\\p{L}[^\\n_]{0,40}_{3,}', '__ ?[./:年月日] ?__'],
  [
    1,
    2,
    '(?:[$€£₹₱]|(?<![\\p{L}])(?:rs\\.?|usd|eur)) ?x{2,5}(?![\\p{L}])',
    '(?<![\\p{L}\\p{N}])x{2,5} ?(?:€|euros?|eur|dollars?|usd|zl|tl|pln|руб|元|円|km|years?|jahre)(?![\\p{L}])',
    '(?<![\\p{N}])20xx(?![\\p{N}])',
    '(?<![\\p{L}])xx ?[:.] ?xx(?![\\p{L}])',
    '[$€£] ?00(?:[.,]00)?(?![\\p{N}])',
  ],
  // Notes that a finished text does not have.
  [
    2,
    1,
    '(?:delete|remove) this (?:line|text|paragraph|sentence|section)s?(?: |[^\\p{L}]{1,3}(?:when|after) )(?:before|when|after) ',
    '(?:^|[.!?)(\\n] ?)delete this line[.!)]',
    '(?:amend|edit|replace|fill in)[^.\\n]{0,40} before (?:posting|publishing|publication|release|sending)',
    '(?:sample|dummy|placeholder|filler) text(?:,|\\.|;|:| -)? ?(?:replace|edit|remove|to be|used to)',
    '(?:created|generated) by the installer',
    '(?:apagar|eliminar|borrar|supprimer|cancellare|eliminare|usunac|loschen) (?:esta|cette|questa|te|diese) (?:linha|linea|ligne|riga|linie|zeile)',
    'удалите эту строку|この行は公開前に削除|发布前请删除|यह पंक्ति हटा',
  ],
  [
    1,
    3,
    '(?<![\\p{L}])(?:description|body text|body|text|title|teaser|para|paragraph|blurb|price|details|image|photo|message) (?:goes |comes )?here(?![\\p{L}])',
    '(?<!["\'])insert \\p{L}{2,20}(?: \\p{L}{2,20}){0,3} here(?![\\p{L}])',
    '(?:^|[.\\n] ?)(?:insert|add) (?:a |an |the |your )?(?:condition|price|photo|description|location|guests|date|title|text)(?=[.\\n])',
    'your (?:message |post |event )?(?:text|title|message|description) here(?![\\p{L}])',
    '(?<![\\p{L}])max(?:imum|\\.)? \\d{1,4} (?:char|characters|words|zeichen|worter|palabras|mots|battute|caracteres|lines|lineas|zdan)',
    'لورم ایپسوم',
    '(?<![\\p{L}])(?:(?<!\\p{L} )todo: (?!ask \\p{L}+ (?:if|whether|about|for) )|todo (?:ask|add|secretary|text)|tk tk|tk: )',
    '(?:sample|dummy|example|filler) text(?![\\p{L}])',
    'hier (?:komt|kommt|folgt) (?:de|die|der|ein|een) (?:omschrijving|beschreibung|text|tekst)',
    'bitte hier [^.\\n]{0,40}erganzen|texto de prueba|testo di prova|aqui va (?:la|el) |insertar aqui|da inserire|texte [^.\\n]{0,30}a completer',
    'antes de publicar|avant publication|przed publikacja|voor publicatie|yayinlamadan once|vor der veroffentlichung',
    'tu wstawic|здесь должен быть текст|заполните поля|buraya [^.\\n]{0,30}gelecek|ここに[^。\\n]{0,30}(?:書い|入れ)て|示例文字|نص تجريبي|متن ساختگی',
  ],
  [
    1,
    2,
    '(?<!"[^"\\n]{0,40}|[\\p{L}])undefined(?! (?:behav|ref|var|sym|func|meth|term))(?![\\p{L}])',
    '\\[object object\\]',
    '[:=] ?(?:null|nan|undefined)(?![\\p{L}])',
  ],
  [
    0.5,
    2,
    'lorem ipsum',
    '(?<![\\p{L}])(?:test(?:ing)? test|teste teste|prueba prueba|prova prova|тест тест|deneme deneme)(?![\\p{L}])',
    '(?<![\\p{L}])test 123(?!\\p{N})',
  ],
  [
    1.5,
    1,
    '(?:pls|plz|please) ignore(?= ?(?:[.,;:!)\\n–-]|$))',
    'do not publish',
    'checking (?:if|whether) (?:the|this|it)[^.\\n]{0,20} works?',
    'if this works',
    '(?:testing|test of) (?:the |this |an? )?(?:event |post |new )?(?:form|api|board)',
  ],
]

const unfilledMarks: readonly Mark[] = marks.map(([weight, most, ...patterns]) => ({
  gate: new Gate(new RegExp(patterns.join('|'), 'gu')),
  weight,
  most,
}))

/** Words of texts about templates and code, which show fields on purpose. */
export const templateTalk =
  /template|placeholder|jinja|handlebars|mustache|liquid|django|(?<![\p{L}])(?:vue|angular|react|svelte|twig|ejs|helm|ansible|terraform|mail merge|serienbrief|shell|bash|javascript|typescript|code|coding|syntax|programming|prompt|html|xml|css|tags?|themes?|bugs?|latex|layouts?|typograph\p{L}{0,5})(?![\p{L}])/u

/** The sum of the signs that a folded text is unfinished. `mayMatch` is false for gates that can be skipped. */
export function unfilled(folded: string, mayMatch: (gate: Gate) => boolean = () => true): number {
  return unfilledMarks.reduce((sum, { gate, weight, most }) => {
    if (!mayMatch(gate)) return sum
    return sum + Math.min(most, new Set(folded.match(gate.pattern)).size) * weight
  }, 0)
}

/** The parts of a folded text that look unfinished, each once. */
export function unfilledParts(folded: string): string[] {
  return [...new Set(unfilledMarks.flatMap(({ gate }) => folded.match(gate.pattern) ?? []))].map(part => part.trim())
}
