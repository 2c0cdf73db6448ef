// The checks of what the service calls: the mail server, the payment provider, the model, Redis.
import { randomUUID } from 'node:crypto'
import { english } from '../../domain/languages/english.ts'
import { createMailer, greetMailServer } from '../../integrations/mail/mailer.ts'
import { mail } from '../../mails/mail.ts'
import { broken, doubtful, fine, type OpenPatient, type Patient } from './check.ts'

/** Whether the mail server answers a greeting, and takes a test mail if one is asked for. */
export async function checkMail({ config, mailTo }: Patient) {
  const { mailUrl, mailFrom, dataDir, operator } = config
  const where = mailUrl === 'outbox:' ? `the folder ${dataDir}/outbox` : new URL(mailUrl).host
  await greetMailServer(mailUrl)
  if (mailTo === undefined)
    return fine(mailUrl === 'outbox:' ? `mails are written to ${where}` : `${where} answers and accepts the sign-in`)
  const { subject, body, html, language } = mail(english, 'Test mail', [
    `This mail was sent by handbill doctor${operator.name ? ` of ${operator.name}` : ''}, to see whether mails arrive.`,
  ])
  const mailer = createMailer(mailUrl, mailFrom, `${dataDir}/outbox`)
  try {
    await mailer.send({ id: `msg_doctor${randomUUID()}`, to: mailTo, subject, text: body, html, language })
  } finally {
    mailer.close()
  }
  return fine(`a test mail to ${mailTo} was handed to ${where}`)
}

/** Whether the payment provider accepts the key. */
export async function checkPayments({ config: { payments } }: Patient) {
  if (payments.provider === 'sandbox') return fine('the sandbox: no money moves')
  const { greetStripe } = await import('../../integrations/payments/stripe.ts')
  await greetStripe(payments)
  return fine('Stripe accepts the key')
}

/** A text that any model may publish. */
const sample = {
  title: 'Watercolour for beginners',
  body: 'Two hours of watercolour at the public library. Paper and paint are there; bring a brush if you have one.',
  topics: ['art'],
  urls: [],
}

/** Whether the deciding model judges a text now. */
export async function checkModel({ platform, config }: OpenPatient) {
  const { model, startModel, policy } = platform
  await model.follow?.()
  if (startModel && (await model.state({ fresh: true })) !== 'running')
    return doubtful(`${model.name} sleeps`, 'no text waits for it: MODERATION_START_URL is called when one does')
  const begun = performance.now()
  const answer = (await model.decide({ site: config.sites[0]!.id, ...sample }, [])) as { outcome?: string } | null
  const ms = Math.round(performance.now() - begun)
  return answer?.outcome
    ? fine(`${model.name} answers within ${ms} ms, by policy ${policy.version}`)
    : broken(`${model.name} gives no verdict`, 'look at MODERATION_MODEL and MODERATION_FORMAT')
}

/** How long Redis may take here, milliseconds: a connection is opened first. */
const redisAnswerMs = 2_000

/** Whether Redis answers. */
export async function checkRedis({ config: { redisUrl: url } }: Patient) {
  if (!url) return fine('not used: each process counts by itself')
  const { sharedRateLimit } = await import('../../integrations/rate-limit/shared-rate-limit.ts')
  const log = { warn() {}, info() {} }
  const shared = sharedRateLimit({ url, rate: 1, burst: 1, now: Date.now, log, answerWithinMs: redisAnswerMs })
  try {
    return (await shared.state()) === 'shared'
      ? fine(`${new URL(url).host} answers`)
      : broken(`${new URL(url).host} does not answer`, 'look at REDIS_URL, and at the server')
  } finally {
    shared.close()
  }
}
