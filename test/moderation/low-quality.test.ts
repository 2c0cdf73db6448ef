// Low quality in many languages is refused for free or flagged, and no fine post of the training data is.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { FlagName } from '../../src/contract/moderation/flags.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { type PostText, postText } from '../../src/domain/posts/post-text.ts'
import { reviewIsLikely } from '../../src/moderation/flag-weights.ts'
import { readText } from '../../src/moderation/reading.ts'

const post = (fields: Partial<PostText> | string): PostText => ({
  site: 'messages',
  title: null,
  body: '',
  topics: [],
  urls: [],
  ...(typeof fields === 'string' ? { body: fields } : fields),
})

const refused: Record<string, readonly (Partial<PostText> | string)[]> = {
  empty: [
    '…… ¿? —— ✔️✔️ !!!',
    '؟؟؟ 🌙✨ ،،، !!!',
    '☆★☆★ 。。。',
    '🙏🙏🌸 … 🌸🙏🙏',
    '\u200b\u200b',
    { title: '— — —', body: 'Chess.' },
  ],
  vague: ['https://example.org/abc', '👉 https://example.org/abc 👈', 'https://example.org/a https://example.org/b'],
  repetition: [
    'bump bump bump bump bump up up up bump bump up up',
    'going going gone going going gone going going gone going gone',
    'Идём идём идём идём идём',
    'يلا يلا يلا يلا يلا يلا',
    'セールセールセールセールセールセールセールセール',
    'hahahahahahahahaha ahahahahahahaha haha',
    'aaaaaaahhhhhh aaaaaaaahhhhhhhh',
    'Look at my shop. '.repeat(6),
  ],
  gibberish: [
    'fjdksl qpwoei vmxnz ghtyru aslkdj wqpe zmxn fjgh',
    'Sdkfjh qwpeoi zmnxb, rtyu ghfjd alskqp woeiru. Vbnmz xlkjh gfdsa.',
    'asdf asdg sdfg dfgh hjkl lkjh mnbv',
    'şğlkjh wqeprt zxömnb fdsağk lkjşi vbnmçö qwğüp asdlk',
    'wqśćzx mnżbv łkjhgf dsźąp oiuyt rewq ćvbnm ęóplk jhgżś dfxzc',
    'jkahsd qwoeiruz ñlkjasd vnmxcz puoiqwe jjjasdkl, zmxncb lakjshd qpwoei',
    'йцукен нгшщз фывапр олджэ ячсмить вапролд',
    'фыва олдж йцук ячсм шщзх прол фыва олдж',
    'شسيب لاتنم كطئءؤ رلاىةو زظطك منتا لبيس ضصثق فغعه خحجد',
    'شسیب یبلات منتک گچپژ ضصثقف غعهخح ظطزر ذدئو شیسبلا',
    'שדגכ עיחל קראט וןםפ זסבה נמצת דגכע יחלך',
    'ασδφ γηξκ λκξη ζχψω ερτυ θιοπ ασδφ',
    {
      site: 'classifieds',
      title: 'fjdksl qwpzx vbnmxc',
      body: 'A nice table of oak, two metres long, with six chairs.',
    },
  ],
  placeholder: [
    '[your message here, max 500 characters]',
    'test test 123 pls ignore, checking if the form works',
    'Dear [CUSTOMER NAME], happy [HOLIDAY] from [SALON NAME]! Enjoy XX% off your next [SERVICE].',
    'Hi %%FIRSTNAME%%, thank you for signing up for %%CLASS%%! See you %%DAY%%.',
    'Date: NaN. Place: undefined. Host: [object Object]. Description: null',
    { title: '[ITEM] for sale', body: 'Insert condition. Insert price. Insert photo. Delete this line.' },
    {
      title: '[TITEL DER VERANSTALTUNG]',
      body: 'Am [DATUM] um [UHRZEIT] laden wir ein zu [THEMA]. Eintritt: XX Euro.',
    },
    {
      title: '{{NOMBRE DEL EVENTO}} en {{SEDE}}',
      body: 'La casa le invita a {{nombre_evento}} el [FECHA] a las [HORA].',
    },
    {
      title: '[TITRE] – édition 20XX',
      body: 'Rejoignez-nous le {date} à {lieu}. Supprimer cette ligne avant publication.',
    },
    {
      title: 'TITOLO',
      body: 'La compagnia {nome_compagnia} presenta. Testo di prova, sottotitolo da inserire. Biglietti: € 00.',
    },
    {
      title: '[TYTUŁ WYDARZENIA]',
      body: 'Zapraszamy w dniu [data] o godz. __:__ w lokalu <wpisz adres>. Wstęp: XX zł.',
    },
    { title: 'Satılık {ürün adı}', body: 'Buraya ürün açıklaması gelecek. Fiyat: ____ TL, yayınlamadan önce sil.' },
    {
      title: 'Продам [НАЗВАНИЕ ТОВАРА]',
      body: 'Здесь должен быть текст описания, заполните поля шаблона и удалите эту строку.',
    },
    { title: '【イベント名を入力】', body: '【日時】に【会場名】で開催します。※この行は公開前に削除すること' },
    { title: '【品牌】【颜色】书架', body: '{{成色描述}}，{{瑕疵说明}}。示例文字，发布前请删除。' },
    { title: '[اكتب عنوان الإعلان هنا]', body: 'السعر: [المبلغ] جنيه. مكان الاستلام: [المنطقة]. نص تجريبي.' },
    { title: '[कार्यक्रम का नाम यहाँ लिखें]', body: 'दिनांक: __/__/____ स्थान: {{sthan}}। प्रिय अतिथि {{naam}}, आप आमंत्रित हैं।' },
    { title: '{{نام_محصول}}', body: 'در حد نو، قیمت: {{قیمت}} تومان. لورم ایپسوم متن ساختگی. محله: ________' },
  ],
}

describe('a text that says nothing is refused for free', () => {
  for (const [category, texts] of Object.entries(refused))
    for (const text of texts)
      test(`a text that says nothing is refused for free as ${category}: ${JSON.stringify(text).slice(0, 90)}`, () => {
        const { refusal } = readText(post(text))
        assert.deepEqual(refusal && { code: refusal.code, category: refusal.category, abuse: refusal.abuse }, {
          code: 'low_quality',
          category,
          abuse: false,
        })
      })
})

const later = Date.UTC(2027, 2, 13, 18)
const noticed: readonly [FlagName, Partial<PostText>][] = [
  ['unfilled_field', { body: 'We meet at [name of the pub] on Friday at seven, all are welcome to sing.' }],
  ['unfilled_field', { body: 'Dear all, undefined starts at six in the hall of the school, bring a plate.' }],
  ['hardly_words', { body: 'qwpoe lantir fjdo velmun zxora tirup' }],
  ['link_alone', { site: 'events', title: 'Open mic', body: 'www.example.org/mic' }],
  [
    'past_dates',
    { site: 'events', title: 'Fair', body: 'Date: 14.03.2020, on the green behind the church.', startsAt: later },
  ],
  [
    'past_dates',
    {
      site: 'events',
      title: 'Lesung',
      body: 'Am Freitag, 12. Mai 2023, um 19 Uhr liest die Autorin.',
      startsAt: later,
    },
  ],
  [
    'past_dates',
    { site: 'events', title: 'Concert', body: 'Le samedi 5 octobre 2024 à 20h30 dans la salle.', startsAt: later },
  ],
  [
    'past_dates',
    { site: 'events', title: 'Run', body: 'Register by March 1, 2025. Start at the lake.', startsAt: later },
  ],
  [
    'past_dates',
    { site: 'events', title: 'Talk', body: 'Join us on 2024-11-08, 18:30, second floor.', startsAt: later },
  ],
  [
    'fits_another_site',
    { site: 'events', title: 'Verkaufe Waschmaschine', body: 'Läuft leise, vier Jahre alt, an Selbstabholer.' },
  ],
  [
    'fits_another_site',
    { site: 'events', title: 'Road bike, size 56, for sale', body: 'New chain, small scratch on the tube.' },
  ],
  [
    'fits_another_site',
    {
      site: 'events',
      title: 'Capital of Mongolia',
      body: 'What is it called? Please answer below, it is for homework.',
    },
  ],
  [
    'fits_another_site',
    {
      site: 'classifieds',
      title: 'iOS evening',
      body: 'Two talks on Tuesday 9 March, 18:30. We look forward to meeting you.',
    },
  ],
]

describe('a text that may be empty, outdated or on the wrong site goes to a person with a flag', () => {
  for (const [flag, fields] of noticed)
    test(`a doubtful text goes to a person with the flag ${flag}: ${JSON.stringify(fields).slice(0, 90)}`, () => {
      const { refusal, flags } = readText(post(fields))
      assert.equal(refusal, null)
      assert.ok(flags.includes(flag), flags.join())
      assert.ok(reviewIsLikely(flags))
    })
})

test('the start of an event is read from the body as sent, with one time or a series, valid or not', () => {
  const site = siteRow('events')
  const body = { title: 'Fair', body: 'Date: 14.03.2020, on the green.', topics: [] }
  const time = { starts_at: '2027-03-13T10:00:00+01:00', ends_at: '2027-03-13T16:00:00+01:00' }
  const flagsOf = (fields: object) => readText(postText(site, { ...body, ...fields })).flags
  assert.ok(flagsOf(time).includes('past_dates'))
  assert.ok(
    flagsOf({ occurrences: [{ ...time, starts_at: '2028-03-13T10:00:00+01:00' }, time] }).includes('past_dates'),
  )
  for (const fields of [
    {},
    { starts_at: 'soon' },
    { starts_at: null },
    { occurrences: [null, 7] },
    { ...time, starts_at: '2020-03-14T10:00:00+01:00' },
  ])
    assert.ok(!flagsOf(fields).includes('past_dates'), JSON.stringify(fields))
})

const event = (title: string, body: string): Partial<PostText> => ({ site: 'events', title, body, startsAt: later })
const fine: readonly (Partial<PostText> | string)[] = [
  '5K run, 9 am, park gate.',
  'Jazz jam, bring an instrument. Details: https://example.org/jam',
  'Hahaha, the goose won again! 🪿',
  'Tora! Tora! Tora! on the big screen tonight.',
  'Duck, duck, goose at the pond at ten, duck, duck, everybody in a circle, goose last.',
  'Ja ja, nein nein, ja: Stichwahl am Sonntag, bis 18 Uhr.',
  'Row row row your boat gently down the stream, we sing rounds at the lock.',
  'Scores: 21:19 21:19 21:19 21:19 21:19 21:19.',
  'Test, test, one two: sound check at five, come early and bring earplugs.',
  'The siren test is today at noon. Please ignore it, nothing is on fire.',
  'Please ignore the older poster, the concert starts at eight.',
  'The shop prints {{ product.title }} since the update, it is the missing tag in the header of the theme.',
  'LaTeX clinic: bring the file with fifty undefined references, tea is there.',
  'Our typographers argue tonight: does dummy text, lorem ipsum and all, make clients lazy?',
  'Our app greets everyone with "hello undefined". We think it has a point.',
  'The printer wrote "lorem ipsum dolor sit amet" on our new sign, in gold, two metres wide.',
  'Hangman in the staff room: G _ _ s _. Two guesses left.',
  '[SOLD] Thank you all, the piano has a home. [UPDATE] So has the stool.',
  '[Laughter] [Applause] That was the whole speech. [More laughter]',
  'Which of you wrote "insert coin" on the vestry door? It works.',
  'Null Bock auf Regen, aber wir laufen trotzdem: 18 Uhr an der Brücke.',
  'Add a scarf, it is cold. Insert earplugs. Enjoy the drums!',
  'We template our letters with {{name}} and {{date}}: a course in mail merge.',
  'Knitters: k2tog, yo, ssk, k3, rep to end, then psso. Row 12 was wrong in print.',
  'CQ recap: 142 QSOs, 31 states, 6 DX on 40 m, all QRP.',
  'RTX4090, DDR5, NVMe and a PSU with 850 W are in it.',
  'Pssst! Brrr. Hmm. Grrr. Zzz. The quietest reading of comics in town is on Friday.',
  'Strč prst skrz krk a jiné jazykolamy, večer v knihovně.',
  'Krk, vrt, smrt, brk, trn, grm: igra riječi za djecu.',
  'Ngarrindjeri, Mbabaram, Kgalagadi and Xhosa words for water: a talk.',
  'Tkkststt, tfktstt: Tashelhit words without a vowel, an evening of phonetics.',
  'Впрочем, про лыжи: лыжня готова, приходите в парк к десяти утра.',
  'البيت الكبير لا يبيع اللبن، لكن السوق القريب منه يبيع اللبن والجبن.',
  'הלכנו לשוק וקנינו לחם, גבינה וזיתים, בואו לאכול איתנו.',
  event(
    'Bridge tour',
    'The bridge was opened on 12 May 2019 and rebuilt in 2022. We walk across it with the engineer.',
  ),
  event('Reunion', 'On 9 November 1989 at 19:00 we sat before the television. Bring what you remember.'),
  event('Spring fair', 'The last one was on 14 March 2020, 10:00 to 16:00. This year: 13 March 2027, 10:00 to 16:00.'),
  event('Choir', 'Rehearsals begin on 9 January 2027, 18:30; the concert is in March.'),
  event('2001: A Space Odyssey', 'The restored print of 2018, with an introduction by a projectionist.'),
  event('For sale: one barn', 'The auction of the old barn takes place in the barn itself, bids from noon.'),
  event('Selling without shame', 'A workshop for makers who hate to sell, at the market hall, two evenings.'),
  {
    site: 'classifieds',
    title: 'Piano lessons',
    body: 'Tuesdays from 16:00 in my flat, 30 € an hour. I look forward to meeting you.',
  },
  {
    site: 'classifieds',
    title: 'Shed, must go',
    body: 'Ninety euros and you take it down yourself. Answer here after six.',
  },
  { site: 'messages', title: null, body: 'Does anybody know a decent dentist? Answers below, please.' },
  {
    site: 'stories',
    title: 'The form',
    body: 'It said "insert name here", and so he did, and the door opened on a field of rye.',
  },
]

const doubts: readonly FlagName[] = ['unfilled_field', 'hardly_words', 'link_alone', 'past_dates', 'fits_another_site']

describe('a fine text that only looks like low quality passes without a flag', () => {
  for (const text of fine)
    test(`a fine text that only looks like low quality passes without a flag: ${JSON.stringify(text).slice(0, 100)}`, () => {
      const { refusal, flags } = readText(post(text))
      assert.equal(refusal, null, refusal?.reason)
      assert.deepEqual(
        flags.filter(flag => doubts.includes(flag)),
        [],
      )
    })
})

// The test split is kept for the final measurement: no test reads it.
for (const split of ['train', 'dev'])
  test(`no fine post of the ${split} split is refused or flagged for its quality by the fixed rules`, () => {
    const file = new URL(`../../models/moderation/data/${split}.jsonl`, import.meta.url)
    const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    const posts = rows.map(row => JSON.parse(row)).filter(({ category }) => category === 'fine')
    assert.ok(posts.length > 500)
    const wronged = posts.flatMap(({ id, site, title = null, body, topics }) => {
      const { refusal, flags } = readText({ site, title, body, topics, urls: [] })
      const doubted = flags.filter(flag => doubts.includes(flag))
      return refusal || doubted.length > 0 ? [`${id}: ${refusal?.rule ?? ''} ${doubted}`] : []
    })
    assert.deepEqual(wronged, [])
  })

test('most posts labelled gibberish, placeholder, repetition or empty are refused for free', () => {
  const file = new URL('../../models/moderation/data/train.jsonl', import.meta.url)
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const posts = rows.map(row => JSON.parse(row))
  for (const category of ['gibberish', 'placeholder', 'repetition', 'empty']) {
    const own = posts.filter(each => each.category === category)
    const found = own.filter(
      ({ site, title = null, body, topics }) =>
        readText({ site, title, body, topics, urls: [] }).refusal?.abuse === false,
    )
    assert.ok(found.length >= own.length * 0.75, `${category}: ${found.length} of ${own.length}`)
  }
})
