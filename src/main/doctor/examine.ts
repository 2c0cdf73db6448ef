// Examines an installation for `handbill doctor`: changes nothing, and goes on after a check that fails.
import type { Finding } from '../../cli/host.ts'
import { loadTexts } from '../../integrations/texts/texts.ts'
import { startWarnings } from '../../usecases/start-warnings.ts'
import { doubtful, type Patient, run } from './check.ts'
import {
  checkBackup,
  checkClock,
  checkDatabase,
  checkDisk,
  checkSecret,
  checkSecretIsThere,
} from './database-checks.ts'
import { checkMail, checkModel, checkPayments, checkRedis } from './outside-checks.ts'
import { checkAnswers, checkProxies, checkServed, visitSites } from './site-checks.ts'

type Opened = { platform: import('../../usecases/platform.ts').Platform; close(): Promise<void> }

/** Runs every check and tells each finding. `open` opens the platform, which is asked for only where that changes nothing. */
export async function examine(
  { open, ...patient }: Patient & { open(): Promise<Opened> },
  tell: (finding: Finding) => void,
): Promise<void> {
  const told = (findings: readonly Finding[]) => {
    for (const finding of findings) tell(finding)
    return findings.every(({ state }) => state !== 'fail')
  }
  const { config } = patient
  const settings = async () =>
    startWarnings(config, Date.now(), loadTexts(config).own).map(({ says, fix }) => doubtful(says, fix))
  told(await run('settings', 'look at CONTENT_DIR', settings))
  const current = told(await run('database', 'look at DATABASE_URL', () => checkDatabase(patient)))
  told(await run('disk', 'look at DATA_DIR', () => checkDisk(patient)))
  told(await run('mail', 'look at MAIL_URL and at the server', () => checkMail(patient)))
  told(await run('payments', 'look at STRIPE_SECRET_KEY and STRIPE_API_BASE', () => checkPayments(patient)))
  told(await run('redis', 'look at REDIS_URL', () => checkRedis(patient)))
  const lacking = await checkSecretIsThere(patient)
  if (lacking) tell({ check: 'secret', ...lacking })
  if (current && !lacking) await examineOpened(patient, open, told)
  else
    tell({
      check: 'rest',
      state: 'warn',
      says: 'secret, clock, model, sites, proxies and backup were not checked',
      fix: 'mend what failed first',
    })
}

async function examineOpened(
  patient: Patient,
  open: () => Promise<Opened>,
  told: (findings: readonly Finding[]) => boolean,
): Promise<void> {
  const { platform, close } = await open()
  const opened = { ...patient, platform }
  try {
    told(await run('secret', 'look at SECRET_KEY', () => checkSecret(opened)))
    told(await run('clock', 'look at the clock', () => checkClock(opened)))
    told(await run('model', 'look at MODERATION and its key', () => checkModel(opened)))
    const visits = await visitSites(opened)
    told(await run('sites', 'look at SITES', async () => checkAnswers(opened, visits)))
    told(await run('sites', 'look at SITES', () => checkServed(opened)))
    told(await run('proxies', 'look at TRUST_PROXY', async () => checkProxies(visits)))
    told(await run('backup', 'run handbill backup FILE', () => checkBackup(opened)))
  } finally {
    await close()
  }
}
