// The topology of docs/high-availability.md: three machines with PostgreSQL under Patroni, and HAProxy before the primary.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { environmentOf, type Machine, makeMachines, opsFolder, removeMachines, run } from './machines.ts'

const database = 'handbill'
const password = 'of-the-test'
/** How long a busy machine may take until the cluster is whole (milliseconds). */
const wholeMs = 240_000

export type Cluster = {
  machines: readonly Machine[]
  /** The database by way of HAProxy: always the primary. */
  url: string
  /** The same database on one machine. */
  urlOf(machine: Machine): string
  /** The machine of the primary, as another machine than `without` knows it; null while there is none. */
  primary(without?: Machine): Promise<Machine | null>
  /** Waits until a primary other than `old` has been elected. */
  elected(old: Machine): Promise<Machine>
  /** Waits until all three run and one is the synchronous standby. */
  whole(): Promise<void>
  /** Asks Patroni to make another machine the primary, as an operator does. */
  switchOver(from: Machine): void
  stop(): void
}

type Member = { name: string; role: string; state: string; lag?: number | 'unknown' }

/** Starts the topology on empty folders below `folder`, with a database and a role for the service. */
export async function startCluster(folder: string): Promise<Cluster> {
  removeMachines()
  const machines = makeMachines(folder)
  let haproxy: ChildProcess | null = null
  const stop = () => {
    haproxy?.kill('SIGKILL')
    removeMachines()
  }
  try {
    for (const machine of machines) machine.start()
    const cluster = clusterOf(machines, folder, stop)
    await cluster.whole()
    await makeDatabase((await cluster.primary())!, folder)
    haproxy = spawn('haproxy', ['-f', join(opsFolder, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'inherit'] })
    return cluster
  } catch (error) {
    stop()
    throw error
  }
}

function clusterOf(machines: readonly Machine[], folder: string, stop: () => void): Cluster {
  const named = (name: string | undefined) => machines.find(machine => machine.name === name) ?? null
  const until = async <T>(what: string, found: () => Promise<T | null>): Promise<T> => {
    for (const end = Date.now() + wholeMs; Date.now() < end; await pause(250)) {
      const value = await found()
      if (value !== null) return value
    }
    throw new Error(`not in ${wholeMs / 1000} seconds: ${what}; the logs are in ${folder}`)
  }
  const primary = async (without?: Machine) => {
    for (const machine of machines.filter(machine => machine !== without)) {
      const leader = (await membersBy(machine))?.find(({ role }) => role === 'leader')
      if (leader) return leader.state === 'running' ? named(leader.name) : null
    }
    return null
  }
  return {
    machines,
    url: `postgres://${database}:${password}@127.0.0.1:5000/${database}`,
    urlOf: ({ address }) => `postgres://${database}:${password}@${address}:5432/${database}`,
    primary,
    elected: old =>
      until(`another primary than ${old.name}`, async () => {
        const found = await primary(old)
        return found === old || !found || !(await isWritable(found)) ? null : found
      }),
    whole: () =>
      until('all three run, one as synchronous standby', async () => {
        const seen = await Promise.all(machines.map(membersBy))
        return seen.every(members => members && isWhole(members)) ? true : null
      }).then(() => {}),
    switchOver(from) {
      const env = environmentOf(from.name, from.address, folder)
      run('env', [
        `PATRONI_ETCD_HOSTS=${env.PATRONI_ETCD_HOSTS}`,
        ...['patronictl', '-c', join(opsFolder, 'patroni.yml')],
        ...['switchover', 'handbill', '--leader', from.name, '--force'],
      ])
    },
    stop,
  }
}

const isWhole = (members: readonly Member[]) =>
  members.length === 3 &&
  members.every(({ state }) => state === 'running' || state === 'streaming') &&
  ['leader', 'sync_standby'].every(wanted => members.some(({ role }) => role === wanted))

/** The cluster as one machine sees it; null if it does not answer. */
async function membersBy({ address }: Machine): Promise<Member[] | null> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(3_000) })
    return ((await answer.json()) as { members: Member[] }).members
  } catch {
    return null
  }
}

/** Whether Patroni says that this machine is the primary. */
async function isWritable({ address }: Machine): Promise<boolean> {
  try {
    const answer = await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(3_000) })
    return answer.status === 200
  } catch {
    return false
  }
}

async function makeDatabase(primary: Machine, folder: string): Promise<void> {
  const env = environmentOf(primary.name, primary.address, folder)
  const client = new pg.Client({
    host: primary.address,
    user: env.PATRONI_SUPERUSER_USERNAME,
    password: env.PATRONI_SUPERUSER_PASSWORD,
    database: 'postgres',
  })
  await client.connect()
  await client.query(`create role ${database} login password '${password}'`)
  await client.query(`create database ${database} owner ${database}`)
  await client.end()
}
