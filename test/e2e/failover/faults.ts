// What happens to the primary. Each fault resolves once another machine is the primary, with what brings the old one back.
import type { Cluster } from './cluster.ts'
import type { Machine } from './machines.ts'

export type Fault = (cluster: Cluster, primary: Machine) => Promise<() => void>

export const faults: Readonly<Record<string, Fault>> = {
  async 'cut off from the others'(cluster, primary) {
    primary.loseOthers()
    await cluster.elected(primary)
    return () => primary.findOthers()
  },
  async 'machine killed'(cluster, primary) {
    primary.kill()
    await cluster.elected(primary)
    return () => primary.start()
  },
  async 'switched over'(cluster, primary) {
    cluster.switchOver(primary)
    await cluster.elected(primary)
    return () => {}
  },
  async unplugged(cluster, primary) {
    primary.unplug()
    await cluster.elected(primary)
    return () => primary.plug()
  },
  async 'PostgreSQL killed'(cluster, primary) {
    primary.killPostgres()
    await cluster.elected(primary)
    return () => {}
  },
}
