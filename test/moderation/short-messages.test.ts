// Short everyday messages in many languages: none is rejected, whether the model decides the language or a person does.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { PostText } from '../../src/domain/posts/post-text.ts'
import { isLowQuality } from '../../src/domain/review/policy-category.ts'
import { createEmbeddedModel } from '../../src/moderation/embedded/embedded-model.ts'
import { judgedLanguages } from '../../src/moderation/embedded/packaged-model.ts'
import type { ModelAnswer } from '../../src/moderation/model.ts'
import { loadPolicy } from '../../src/moderation/policy-file.ts'
import { readText } from '../../src/moderation/reading.ts'
import { decide } from '../../src/moderation/verdict.ts'

const policy = loadPolicy()
const model = createEmbeddedModel(policy)

const messages: Record<string, readonly string[]> = {
  en: [
    'Is it still there? I could come on Saturday.',
    'I offer 40 euros. When can I pick it up?',
    'Thanks for the soup!',
  ],
  de: [
    'Ist das Rad noch da? Ich könnte am Samstag kommen.',
    'Ich biete 40 Euro. Wann kann ich es abholen?',
    'Danke für die Suppe!',
  ],
  fr: [
    'Le vélo est encore là ? Je peux passer samedi.',
    'Je propose 40 euros. Quand puis-je venir le chercher ?',
    'Merci pour la soupe !',
  ],
  es: [
    '¿Todavía está la bici? Podría ir el sábado.',
    'Ofrezco 40 euros. ¿Cuándo puedo recogerla?',
    '¡Gracias por la sopa!',
  ],
  it: ['La bici c’è ancora? Potrei venire sabato.', 'Offro 40 euro. Quando posso ritirarla?', 'Grazie per la zuppa!'],
  pt: [
    'A bicicleta ainda está disponível? Posso ir no sábado.',
    'Ofereço 40 euros. Quando posso buscar?',
    'Obrigada pela sopa!',
  ],
  nl: [
    'Is de fiets er nog? Ik kan zaterdag komen.',
    'Ik bied 40 euro. Wanneer kan ik hem ophalen?',
    'Bedankt voor de soep!',
  ],
  pl: [
    'Czy rower jest jeszcze dostępny? Mogę przyjechać w sobotę.',
    'Proponuję 40 zł. Kiedy mogę odebrać?',
    'Dziękuję za zupę!',
  ],
  tr: [
    'Bisiklet hâlâ duruyor mu? Cumartesi gelebilirim.',
    '40 lira veririm. Ne zaman alabilirim?',
    'Çorba için teşekkürler!',
  ],
  ru: [
    'Велосипед ещё продаётся? Могу приехать в субботу.',
    'Предлагаю 4000 рублей. Когда можно забрать?',
    'Спасибо за суп!',
  ],
  uk: ['Велосипед ще є? Можу приїхати в суботу.', 'Пропоную 400 гривень. Коли можна забрати?', 'Дякую за суп!'],
  ar: ['هل الدراجة ما زالت متاحة؟ أستطيع المجيء يوم السبت.', 'أعرض أربعين دينارا. متى أستلمها؟', 'شكرا على الحساء!'],
  fa: ['دوچرخه هنوز موجوده؟ شنبه می‌تونم بیام.', 'چهل تومان می‌دم. کی می‌تونم ببرمش؟', 'ممنون بابت سوپ!'],
  hi: ['क्या साइकिल अभी भी उपलब्ध है? मैं शनिवार को आ सकता हूँ।', 'मैं चार हज़ार दूँगा। कब ले जाऊँ?', 'सूप के लिए धन्यवाद!'],
  ja: ['まだありますか？土曜に行けます。', '4000円でお願いします。いつ取りに行けますか？', 'スープをありがとう！'],
  zh: ['自行车还在吗？我星期六可以过来。', '我出四百块，什么时候可以取？', '谢谢你的汤！'],
  ko: ['자전거 아직 있나요? 토요일에 갈 수 있어요.', '4만 원 드릴게요. 언제 가지러 갈까요?', '수프 감사합니다!'],
  sv: [
    'Finns cykeln kvar? Jag kan komma på lördag.',
    'Jag bjuder 400 kronor. När kan jag hämta den?',
    'Tack för soppan!',
  ],
  cs: [
    'Je kolo ještě k mání? Mohl bych přijet v sobotu.',
    'Nabízím 400 korun. Kdy si ho můžu vyzvednout?',
    'Děkuji za polévku!',
  ],
  id: [
    'Sepedanya masih ada? Saya bisa datang hari Sabtu.',
    'Saya tawar 400 ribu. Kapan bisa diambil?',
    'Terima kasih supnya!',
  ],
}

async function decisionOn(site: PostText['site'], body: string): Promise<{ to: string; category: string | null }> {
  const post: PostText = { site, title: null, body, topics: [], urls: [] }
  const { refusal, flags } = readText(post)
  assert.equal(refusal, null, body)
  const answer = (await model.decide(post, flags)) as ModelAnswer
  return { to: decide(answer, site, policy).to, category: answer.category }
}

describe('a short everyday message is not rejected as a message, nor as abuse in answer to a classified', () => {
  for (const [language, texts] of Object.entries(messages))
    test(`in ${language}`, async () => {
      for (const text of texts) {
        assert.notEqual((await decisionOn('messages', text)).to, 'rejected', text)
        const { to, category } = await decisionOn('classifieds', text)
        if (to === 'rejected') assert.ok(category !== null && isLowQuality(policy, category), `${category}: ${text}`)
      }
    })
})

test('the model publishes some of these messages in most languages that it decides, and none in another', async () => {
  const judged = judgedLanguages()
  const publishing: string[] = []
  for (const [language, texts] of Object.entries(messages)) {
    const decisions = await Promise.all(texts.map(text => decisionOn('messages', text)))
    if (decisions.some(({ to }) => to === 'published')) publishing.push(language)
  }
  const others = publishing.filter(language => !judged.includes(language))
  assert.deepEqual(others, [])
  assert.ok(publishing.length >= judged.length * 0.75, `${publishing} of ${judged}`)
})

test('the README names the languages that the packaged model decides', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const languages = judgedLanguages().map(code => names.of(code)!)
  const list = new Intl.ListFormat('en').format(languages.sort())
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  assert.ok(readme.includes(`the packaged model decides texts in ${list};`), list)
})
