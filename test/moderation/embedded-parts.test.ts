// The parts of the embedded model: heads that learn, weights in bytes, figures, languages, pieces of a text.
import assert from 'node:assert/strict'
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { judgementOn } from '../../src/moderation/embedded/embedded-model.ts'
import { auroc, averagePrecision, quantile } from '../../src/moderation/embedded/figures.ts'
import { abuseTarget, judgedText, marksOf, opinionOf } from '../../src/moderation/embedded/judge.ts'
import { corpusOf, postTextOf } from '../../src/moderation/embedded/labelled-posts.ts'
import { fitHead, numbersOf, product } from '../../src/moderation/embedded/logistic.ts'
import { quantised, quantisedRarity, rarityFrom, readModel } from '../../src/moderation/embedded/model-file.ts'
import { judgesLanguageOf } from '../../src/moderation/embedded/packaged-model.ts'
import { countsOf, featureCount, rarityOf, tokensOf, vectorOf } from '../../src/moderation/embedded/text-features.ts'
import { logitsOf } from '../../src/moderation/embedded/window-sums.ts'
import { sentencesOf, windowsOver } from '../../src/moderation/embedded/windows.ts'
import { isWrittenIn, languageOf } from '../../src/moderation/languages.ts'
import { fold } from '../../src/moderation/prefilter/fold.ts'

const packaged = new URL('../../models/moderation', import.meta.url).pathname

const cats = ['a grey cat sleeps on the sill', 'the cat drinks milk', 'two cats and a kitten', 'my cat hunts mice']
const trains = ['the train is late', 'a night train to Vienna', 'trains stop here', 'the tram and the train']

function learned(seed: number) {
  const texts = [...cats, ...trains]
  const counts = texts.map(text => countsOf(tokensOf(text, 'messages')))
  // Every n-gram counts here, even one that occurs in one text only: the texts are few.
  const rarity = rarityOf([...counts, ...counts])
  const examples = counts.map((each, i) => ({ vector: vectorOf(each, rarity), positive: i < cats.length, cost: 10 }))
  return { rarity, head: fitHead(examples, featureCount, seed) }
}

test('the cached tokens of a text do not keep the text in memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const texts = 400
  const length = 25_000
  const before = heap()
  for (let i = 0; i < texts; i++) tokensOf(`${'evening '.repeat(length / 8)} unforgettable${i}`, 'stories')
  assert.ok(heap() - before < (texts * length) / 4)
})

test('a head learns to distinguish two kinds of text, and recognises them in unseen texts', () => {
  const { rarity, head } = learned(1)
  const score = (text: string) => product(head, vectorOf(countsOf(tokensOf(text, 'messages')), rarity))
  for (const text of cats) assert.ok(score(text) > 0, text)
  for (const text of trains) assert.ok(score(text) < 0, text)
  assert.ok(score('a cat on the roof') > 0)
  assert.ok(score('the last train') < 0)
})

test('the same examples and seed give the same head', () => {
  assert.deepEqual(learned(1).head, learned(1).head)
})

test('a head learns what to add to a given offset: little where the offset is right already', () => {
  const { rarity } = learned(1)
  const rows = [...cats, ...trains].map((text, i) => ({
    vector: vectorOf(countsOf(tokensOf(text, 'messages')), rarity),
    positive: i < cats.length,
    cost: 10,
  }))
  const most = (offset: (positive: boolean) => number) =>
    fitHead(
      rows.map(row => ({ ...row, offset: offset(row.positive) })),
      featureCount,
      1,
    ).reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0)
  const [nothing, right, wrong] = [most(() => 0), most(yes => (yes ? 6 : -6)), most(yes => (yes ? -6 : 6))]
  assert.ok(right < nothing / 10 && wrong > nothing * 1.5, `${right} ${nothing} ${wrong}`)
})

test('weights in bytes judge like full weights, to two decimals of the largest', () => {
  const { rarity, head } = learned(1)
  const heads = quantised([head])
  for (const text of [...cats, ...trains]) {
    const vector = vectorOf(countsOf(tokensOf(text, 'messages')), rarity)
    assert.ok(Math.abs(logitsOf(heads, vector)[0]! - product(head, vector)) < 0.05, text)
  }
})

test('a weights file that model.json does not name is refused', t => {
  const folder = mkdtempSync(join(tmpdir(), 'handbill-model-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['model.json', 'weights.bin']) cpSync(join(packaged, name), join(folder, name))
  assert.equal(readModel(folder).settings.categories.includes('scam'), true)
  const bytes = readFileSync(join(folder, 'weights.bin'))
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(join(folder, 'weights.bin'), bytes)
  assert.throws(() => readModel(folder), /weights\.bin is not the file that model\.json names/)
})

test('a text is judged as a whole and in windows of sentences, each with its position', () => {
  const text = 'First one. Second one! Third one?'
  const { windows } = marksOf(text, 'messages', new Float32Array(featureCount), {
    weights: new Int8Array(featureCount),
    scales: [1],
    starts: [0],
  })
  assert.deepEqual(
    windows.map(({ piece }) => text.slice(piece.start, piece.end).trim()),
    ['First one.', 'Second one!', 'Third one?', 'First one. Second one!', 'Second one! Third one?'],
  )
  assert.equal(
    sentencesOf('word '.repeat(200)).every(({ start, end }) => end - start <= 300),
    true,
  )
  assert.deepEqual(windowsOver(1), [])
  assert.ok(windowsOver(5_000).length <= 120)
})

test('a window of sentences is judged as the same words alone', () => {
  const { rarity, heads } = readModel(packaged)
  const { weights, scales, starts } = heads
  const plainly = (text: string) => {
    const { places, values } = vectorOf(countsOf(tokensOf(text, 'stories')), rarity)
    return scales.map((scale, h) => {
      const sum = places.reduce((total, place, i) => total + weights[place * scales.length + h]! * values[i]!, 0)
      return sum * scale + starts[h]!
    })
  }
  const rows = readFileSync(join(packaged, 'data', 'dev.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
  const texts = rows.filter((_, i) => i % 80 === 0).map(row => JSON.parse(row).body as string)
  // Few words and short sentences: the same pairs within sentences and across their ends.
  const random = numbersOf(1)
  const word = () => ['a', 'cat', 'sat', 'a.', 'cat!', 'sat.'][Math.floor(random() * 6)]
  const repetitive = Array.from({ length: 50 }, () => Array.from({ length: 20 }, word).join(' '))
  for (const text of [
    ...texts,
    ...repetitive,
    `${texts.join('\n')}\n\n${'again and again. '.repeat(300)}`,
    ' \n \n',
    '',
  ]) {
    const { whole, windows } = marksOf(text, 'stories', rarity, heads)
    const near = (logits: Float64Array, expected: number[]) =>
      assert.ok(
        expected.every((logit, h) => Math.abs(logit - logits[h]!) < 1e-5),
        text.slice(0, 60),
      )
    near(whole, plainly(text))
    for (const { piece, logits } of windows) near(logits, plainly(text.slice(piece.start, piece.end)))
  }
})

test('the packaged model gives these probabilities, which change with another training', () => {
  const judged = (body: string) => {
    const { abuse, lowQuality, categories } = judgementOn({ site: 'events', title: null, body, topics: [], urls: [] })
    return [abuse, lowQuality, categories.scam!].map(probability => Math.round(probability * 1e6) / 1e6)
  }
  assert.deepEqual(
    judged('We walk along the river on Sunday. Bring water and good shoes. Everybody is welcome!'),
    [0.277214, 0.024124, 0.00041],
  )
  assert.deepEqual(
    judged('W niedzielę idziemy wzdłuż rzeki. Weźcie wodę i dobre buty, zapraszamy wszystkich!'),
    [0.133161, 0.111654, 0.001039],
  )
  assert.deepEqual(
    judged('Double your money in a week! Send 0.1 bitcoin now and get 0.2 back. Guaranteed.'),
    [0.98768, 0.000281, 0.994073],
  )
  assert.deepEqual(judged('asdf asdf asdf lorem ipsum'), [0.053204, 0.998705, 0.001235])
})

test('AUROC and average precision follow their definitions', () => {
  assert.equal(auroc([0.1, 0.4, 0.35, 0.8], [false, false, true, true]), 0.75)
  assert.equal(auroc([1, 1, 1, 1], [false, true, false, true]), 0.5)
  assert.equal(auroc([1, 2], [true, true]), null)
  assert.equal(auroc([], []), null)
  assert.equal(averagePrecision([0.9, 0.8, 0.7, 0.6], [true, false, true, false]), (1 + 2 / 3) / 2)
  assert.equal(averagePrecision([0.5, 0.5, 0.5], [true, false, false]), 1 / 3, 'ties are one step, in any order')
  assert.equal(averagePrecision([0.5, 0.5, 0.5], [false, false, true]), 1 / 3)
  assert.equal(averagePrecision([0.5], [false]), null)
  assert.equal(quantile([5, 1, 4, 2, 3], 0.5), 3)
})

test('the head of a language tells its abuse better than the heads of all languages', () => {
  const model = readModel(packaged)
  for (const lang of model.languageHeads.keys()) {
    const posts = corpusOf(join(packaged, 'data'), 'dev').posts.filter(
      post => post.lang === lang && !model.settings.lowQuality.includes(post.category),
    )
    const meant = posts.map(({ category }) => category !== 'fine')
    const found = (language: string | null) => {
      const opinions = posts.map(post => opinionOf(model, judgedText(postTextOf(post)), post.site, language))
      return auroc(
        opinions.map(({ logOdds }) => logOdds[abuseTarget]!),
        meant,
      )!
    }
    assert.ok(found(lang) > found(null) + 0.01, lang)
  }
})

test('a running process keeps the heads of languages that it started with, and says so when they are cut off', t => {
  const folder = mkdtempSync(join(tmpdir(), 'handbill-model-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['model.json', 'weights.bin']) copyFileSync(join(packaged, name), join(folder, name))
  const before = readModel(packaged).languageHeads
  const replaced = readModel(folder).languageHeads
  writeFileSync(join(folder, 'another'), Buffer.alloc(statSync(join(folder, 'weights.bin')).size))
  renameSync(join(folder, 'another'), join(folder, 'weights.bin'))
  assert.ok(before.size > 1)
  for (const [language, head] of before) assert.deepEqual(replaced.get(language)!(), head(), language)
  copyFileSync(join(packaged, 'weights.bin'), join(folder, 'weights.bin'))
  const cut = readModel(folder).languageHeads
  truncateSync(join(folder, 'weights.bin'), 1_000)
  assert.throws(() => cut.get('de')!(), /weights\.bin ends after \d+ bytes: it was changed since it was checked\./)
})

const sentences: readonly [lang: string, text: string][] = [
  ['en', 'We meet at the library on Friday and bring our own boards.'],
  ['de', 'Wir treffen uns am Freitag in der Bibliothek und spielen Schach mit den Kindern.'],
  ['es', 'Nos vemos el viernes en la biblioteca para jugar con los niños del barrio.'],
  ['fr', 'Nous nous retrouvons vendredi à la bibliothèque pour jouer avec les enfants.'],
  ['nl', 'We spelen vrijdag schaak in de bibliotheek en het is gratis voor iedereen.'],
  ['ja', '金曜日に図書館で将棋を指します。初心者も歓迎です。'],
  ['zh', '星期五我们在图书馆下棋，欢迎初学者参加。'],
  ['ar', 'نلتقي يوم الجمعة في المكتبة ونلعب الشطرنج.'],
  ['fa', 'جمعه در کتابخانه شطرنج بازی می‌کنیم، همه چیز آماده است.'],
  ['hi', 'हम शुक्रवार को पुस्तकालय में शतरंज खेलते हैं।'],
  ['ru', 'В пятницу играем в шахматы в библиотеке, приходите.'],
  ['ru', 'Съезд хора в субботу, второй подъезд, вход со двора, просим не опаздывать.'],
  ['uk', 'У пʼятницю граємо в шахи в бібліотеці, приходьте.'],
  ['bg', 'В петък играем шах в библиотеката, обадете се първо, бързо свършват местата.'],
  ['sr', 'У петак играмо шах у библиотеци, дођите.'],
  ['kk', 'Жұма күні кітапханада шахмат ойнаймыз, келіңіз.'],
  ['ur', 'جمعے کو لائبریری میں شطرنج کھیلتے ہیں، آپ بھی آئیے۔'],
  ['ps', 'د جمعې په ورځ په کتابتون کې شطرنج کوو، تاسو هم راشئ، ډېر ښه وي.'],
  ['ckb', 'ڕۆژی هەینی لە کتێبخانە شەترەنج دەکەین، وەرن.'],
  ['it', 'Vengo oggi dopo le cinque, ha ancora quel tavolo?'],
  ['pt', 'Hoje tem ensaio na escola, quem quiser pode trazer a flauta.'],
  ['pl', 'Szukam kogoś, kto naprawi rower jeszcze przed sobotą.'],
  ['cs', 'Prodám kolo, cena dohodou, kdy si ho můžete vyzvednout?'],
  ['sk', 'Predám kočík pre dvojičky, ešte je dobrý, ďakujem.'],
  ['hr', 'Prodajem bicikl, cijena po dogovoru.'],
  ['sv', 'Finns cykeln kvar? Jag kan komma på lördag.'],
  ['af', 'Ek soek n fiets, wie het een te koop vir min geld?'],
  ['ca', 'Estic buscant pis a Gràcia, algú en sap d’algun?'],
  ['tl', 'Meron pa po ba? Pupunta ako sa Sabado kung puwede.'],
  ['sw', 'Nauza baiskeli, bei ni nafuu, asante sana.'],
  ['en', '12:00 – 14:30, 5 €'],
]
for (const [lang, text] of sentences)
  test(`the language of "${text}" is ${lang}`, () => assert.equal(languageOf(fold(text)), lang))

test('a text with letters of another language is not in the language of its commonest words', () => {
  assert.ok(isWrittenIn('pl', 'Szukam roweru dla Jiřího z Brna, najlepiej przed sobotą.'), 'one name')
  assert.ok(!isWrittenIn('pl', 'Predám bicykel, môže byť starší, volajte večer.'))
  assert.ok(isWrittenIn('tr', 'İstanbul’da cumartesi günü çay içelim.'), 'the dotted capital')
  assert.ok(isWrittenIn('de', 'Muesli und Strassenfest'), 'no marks at all')
  assert.ok(!isWrittenIn('es', 'Això és molt bo, però no en tinc més'))
})

test('a sentence in a language without a list of words sends the text to a person', () => {
  const judges = (text: string) => judgesLanguageOf(fold(text), text)
  assert.ok(judges('We meet at the library on Friday. Olivetti lettera, teal, types everything except one letter.'))
  for (const sentence of [
    'Meil on homme kell kuus koosolek raamatukogus.',
    'Rytoj susitinkame bibliotekoje šeštą valandą vakaro.',
    'Bihar liburutegian elkartuko gara arratsaldean zurekin.',
  ])
    assert.ok(!judges(`We meet at the library on Friday. ${sentence}`), sentence)
})

test('a text with the words of a language and the letters of another goes to a person', () => {
  const judges = (text: string) => judgesLanguageOf(fold(text), text)
  assert.ok(judges('Pani jest tylko jedna, przed piatkiem moze przyjsc sama.'))
  assert.ok(!judges('Pani je tylko jedna, přede dveřmi môže prísť sama.'), 'letters that Polish does not have')
})

test('rarities survive their bytes: the largest stays the largest, and 0 stays 0', () => {
  const { bytes, scale } = quantisedRarity(Float32Array.from([0, 3, 6]))
  const read = rarityFrom(bytes, scale)
  assert.equal(read[0], 0)
  assert.ok(Math.abs(read[1]! - 3) < 0.02 && Math.abs(read[2]! - 6) < 1e-5, String(read))
})
