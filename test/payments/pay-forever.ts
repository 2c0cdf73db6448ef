// A process that books payments one after the other until it is killed, and prints the id of each that is booked.
import { startApp } from '../harness.ts'
import { topUp } from '../kit/top-up.ts'

const [url = '', settings = '{}'] = process.argv.slice(2)
const app = await startApp(url, { env: JSON.parse(settings) })
const owners = await Promise.all(Array.from({ length: 4 }, () => app.account({ balance: 0 })))
const pay = async ({ accountId, handle }: (typeof owners)[number]) => {
  for (;;) {
    await topUp(app.platform, { accountId })
    process.stdout.write('paid\n')
    await app.platform.act('owePayoutByOperator', { handle, actor: 'test', reason: 'x' })
  }
}
await Promise.all(owners.map(pay))
