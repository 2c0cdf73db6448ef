// Work that is done for several askers at once: those that ask in one turn of the event loop share a group.

/** The most that share a group. */
const most = 8

/**
 * Does work in groups of those that are asked for together, in their order. When a group fails, each is done by itself, so that one
 * fails no other. `belongs`: whether one can join a group.
 */
export function createGroups<One, Made>(
  belongs: (one: One, group: readonly One[]) => boolean,
  work: (group: readonly One[]) => Promise<readonly Made[]>,
): (one: One) => Promise<Made> {
  type Waiting = { one: One } & Pick<PromiseWithResolvers<Made>, 'resolve' | 'reject'>
  let waiting: Waiting[] = []

  const workAlone = async ({ one, resolve, reject }: Waiting) => {
    try {
      resolve((await work([one]))[0] as Made)
    } catch (error) {
      reject(error)
    }
  }
  const workTogether = async (group: readonly Waiting[]) => {
    const made = await work(group.map(({ one }) => one)).catch(() => null)
    for (const [i, each] of group.entries())
      if (made) each.resolve(made[i] as Made)
      else await workAlone(each)
  }
  const begin = () => {
    const groups: Waiting[][] = []
    for (const each of waiting) {
      const group = groups.at(-1)
      const ones = group?.map(({ one }) => one) ?? []
      if (group && group.length < most && belongs(each.one, ones)) group.push(each)
      else groups.push([each])
    }
    waiting = []
    for (const group of groups) void (group.length === 1 ? workAlone(group[0] as Waiting) : workTogether(group))
  }
  return one =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(begin)
      waiting.push({ one, resolve, reject })
    })
}
