// The checks of the base URLs: whether this installation answers there, and whether it sees the addresses of callers.
import { type DoctorsAnswer, doctorsQuestion, installationOf } from '../../usecases/doctors-question.ts'
import { unservedSites } from '../../usecases/lists/unserved-sites.ts'
import { isLocal } from '../../usecases/start-warnings.ts'
import { broken, doubtful, fine, type OpenPatient, reasonOf } from './check.ts'

const answerMs = 10_000

type Visit = { baseUrl: string; answer: Partial<DoctorsAnswer> | null; fault: string | null }

/** Asks every base URL. The question is signed: only a process of this installation answers it. */
export async function visitSites({ config, platform }: OpenPatient): Promise<Visit[]> {
  const question = doctorsQuestion(platform.links, platform.now())
  return Promise.all(config.sites.map(({ baseUrl }) => visit(baseUrl, question)))
}

async function visit(baseUrl: string, question: string): Promise<Visit> {
  try {
    const response = await fetch(`${baseUrl}/healthz?doctor=${question}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    const text = await response.text()
    if (response.status !== 200) return { baseUrl, answer: null, fault: `the answer is ${response.status}` }
    return { baseUrl, answer: JSON.parse(text) as Partial<DoctorsAnswer>, fault: null }
  } catch (error) {
    return { baseUrl, answer: null, fault: reasonOf(error) }
  }
}

/** Whether this installation answers at a base URL. */
export function checkAnswers({ platform }: OpenPatient, visits: readonly Visit[]) {
  return visits.map(({ baseUrl, answer, fault }) => {
    if (fault !== null)
      return broken(
        `${baseUrl} does not answer from here: ${fault}`,
        'start the service; look at SITES, the name, the proxy and its certificate',
      )
    if (answer?.installation === undefined)
      return broken(
        `${baseUrl} is answered by something else, or by a process with another SECRET_KEY`,
        'look at SITES and at what the name leads to; restart every process after a change of the secret',
      )
    return answer.installation === installationOf(platform.links)
      ? fine(`${baseUrl} is answered by this installation`)
      : broken(`${baseUrl} is answered by a process with an older SECRET_KEY`, 'restart every process')
  })
}

/** Whether published posts are of a site that is not served. */
export async function checkServed({ platform }: OpenPatient) {
  return (await unservedSites(platform)).map(({ says, fix }) => doubtful(says, fix))
}

/** Whether the service sees the addresses of callers behind the proxies. */
export function checkProxies(visits: readonly Visit[]) {
  const seen = visits.filter(({ answer }) => answer?.installation !== undefined)
  if (seen.length === 0) return doubtful('no base URL was answered by this installation', 'mend that first')
  return seen.map(({ baseUrl, answer }) => {
    const { address, peer, trusted, forwarded } = answer as DoctorsAnswer
    if (forwarded && !trusted)
      return broken(
        `at ${baseUrl} a proxy at ${peer} forwards addresses, and is not trusted: all callers share one limit`,
        `set TRUST_PROXY=${peer}`,
      )
    const says = `at ${baseUrl} the service sees ${address}${trusted ? ` behind ${peer}` : ''}`
    if (!forwarded && !isLocal(new URL(baseUrl).hostname))
      return doubtful(`${says}, and no X-Forwarded-For`, 'let the proxy add X-Forwarded-For, if there is one')
    return fine(says)
  })
}
