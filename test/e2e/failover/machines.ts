// Three machines on one: network namespaces on a bridge, each with etcd, Patroni and PostgreSQL from the files of ops/ha.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const opsFolder = join(import.meta.dirname, '../../../ops/ha')
const patroniFile = join(opsFolder, 'patroni.yml')
const bridge = 'handbill0'
/** An address of the bridge, in the network of ops/ha. */
const bridgeAddress = '10.77.0.254/24'
/** Where lost packets go: nobody has this address. */
const nobody = '02:00:00:00:00:99'

/** The programs of the topology, and the packages of Debian that have them. */
const programs: readonly [program: string, packages: string][] = [
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['patroni', 'patroni'],
  ['patronictl', 'patroni python3-etcd'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['ip', 'iproute2'],
  ['setpriv', 'util-linux'],
]

/** What this machine lacks for the topology, in one line; null if it has everything. */
export function lacking(): string | null {
  const packages = programs.filter(([program]) => spawnSync('which', [program]).status !== 0).map(([, name]) => name)
  if (packages.length > 0) return `apt-get install --no-install-recommends ${[...new Set(packages)].join(' ')}`
  if (process.getuid?.() !== 0) return 'run as root: the machines are network namespaces'
  return null
}

/** Runs a program to its end. Throws what it said on an error, unless `mayFail`. */
export function run(command: string, args: readonly string[], mayFail = false): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0 && !mayFail) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout ?? ''
}

const ip = (line: string, mayFail = false) => run('ip', line.split(' '), mayFail)

export type Machine = {
  /** As Patroni names it. */
  name: string
  address: string
  /** Starts etcd and Patroni, which starts PostgreSQL. */
  start(): void
  /** Sends SIGKILL to every process of the machine at once. */
  kill(): void
  /** Sends SIGKILL to every process of PostgreSQL, not to Patroni. */
  killPostgres(): void
  /** Loses every packet to and from the machine. */
  unplug(): void
  plug(): void
  /** Loses every packet between this machine and the other two; clients still reach it. */
  loseOthers(): void
  findOthers(): void
}

/** The environment of a machine: ops/ha/node1.env with its name and address. */
export function environmentOf(name: string, address: string, folder: string): Record<string, string> {
  const lines = readFileSync(join(opsFolder, 'node1.env'), 'utf8')
    .split('\n')
    .filter(line => /^\w+=/.test(line))
  const own = lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
  const ofAll = new Set(['ETCD_INITIAL_CLUSTER', 'PATRONI_ETCD_HOSTS'])
  return {
    ...Object.fromEntries(
      own.map(([key, value]) => [
        key,
        ofAll.has(key) ? value : value.replaceAll('node1', name).replaceAll('10.77.0.1', address),
      ]),
    ),
    ETCD_DATA_DIR: join(folder, 'etcd'),
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
  }
}

/** Makes the bridge and the machines node1 to node3 below `folder`, without processes. */
export function makeMachines(folder: string): Machine[] {
  ip(`link add ${bridge} type bridge`)
  ip(`addr add ${bridgeAddress} dev ${bridge}`)
  ip(`link set ${bridge} up`)
  const addresses = [1, 2, 3].map(n => `10.77.0.${n}`)
  return addresses.map((address, i) => makeMachine(`node${i + 1}`, address, addresses, join(folder, `node${i + 1}`)))
}

/** Ends every process in the machines and removes them. */
export function removeMachines(): void {
  for (const n of [1, 2, 3]) {
    for (const pid of pidsIn(`handbill-node${n}`)) signal(pid, 'SIGKILL')
    // The name of the cable would else be taken until the last process is gone.
    ip(`link del hb-node${n}`, true)
    ip(`netns del handbill-node${n}`, true)
  }
  ip(`link del ${bridge}`, true)
}

function makeMachine(name: string, address: string, addresses: readonly string[], folder: string): Machine {
  const space = `handbill-${name}`
  const cable = `hb-${name}`
  const inside = (line: string) => ip(`netns exec ${space} ip ${line}`)
  ip(`netns add ${space}`)
  ip(`link add ${cable} type veth peer name eth0 netns ${space}`)
  ip(`link set ${cable} master ${bridge} up`)
  inside(`addr add ${address}/24 dev eth0`)
  inside('link set eth0 up')
  inside('link set lo up')
  const [uid, gid] = ['-u', '-g'].map(flag => Number(run('id', [flag, 'postgres']))) as [number, number]
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...environmentOf(name, address, folder) }
  const asPostgres = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const begin = (command: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${command}.log`), 'a')
    return spawn('ip', ['netns', 'exec', space, 'setpriv', ...asPostgres, command, ...args], {
      env,
      cwd: folder,
      stdio: ['ignore', log, log],
    })
  }
  const others = addresses.filter(other => other !== address)
  return {
    name,
    address,
    start() {
      begin('etcd', [])
      begin('patroni', [patroniFile])
    },
    kill() {
      for (const pid of pidsIn(space)) signal(pid, 'SIGKILL')
    },
    killPostgres() {
      for (const pid of pidsIn(space)) if (commandOf(pid).includes('postgres')) signal(pid, 'SIGKILL')
    },
    unplug: () => void ip(`link set ${cable} down`),
    plug: () => void ip(`link set ${cable} up`),
    loseOthers() {
      for (const other of others) inside(`neigh replace ${other} lladdr ${nobody} dev eth0 nud permanent`)
    },
    findOthers() {
      for (const other of others) inside(`neigh del ${other} dev eth0`)
    },
  }
}

const pidsIn = (space: string) => ip(`netns pids ${space}`, true).split('\n').filter(Boolean).map(Number)

/** The name of a process; empty if it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
