// The largest size of the write-ahead log while posts are seeded. The row `post` has the size while posts are submitted.
import { type Bench, prepareEach, type Row } from '../harness/bench.ts'
import { type Figure, megabytes } from '../harness/figures.ts'

export const walFileRow: Row = { name: 'wal-file', run }

async function run(bench: Bench): Promise<Figure[]> {
  const filled = await prepareEach(bench, checkout => bench.filled(checkout, bench.many))
  return [
    {
      what: `largest WAL file while ${bench.many - bench.few} posts are seeded`,
      old: filled.old ? [filled.old.largestLog] : null,
      new: [filled.new.largestLog],
      write: megabytes,
      aim: '≤ 128 MB',
    },
  ]
}
