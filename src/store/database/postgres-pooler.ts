// Finds a connection pooler before PostgreSQL that does not keep what the service sets on a connection.
import pg from 'pg'
import { ConfigError } from '../../contract/config-error.ts'
import { codeOf } from './capabilities.ts'
import { reasonOf } from './unavailable.ts'

const undefinedStatement = '26000'

/**
 * Opens two connections as the service does, and refuses a pooler that rejects the settings of a connection, drops them, or loses
 * prepared statements between two transactions, if they are used (`prepared`). `settings`: time-outs in ms by name. Any other failure is
 * left to the caller, who connects again. Throws ConfigError.
 */
export async function refusePooler(
  connection: pg.ClientConfig,
  settings: Record<string, number>,
  prepared: boolean,
): Promise<void> {
  const [first, second] = [new pg.Client(connection), new pg.Client(connection)]
  for (const client of [first, second]) client.on('error', () => {})
  try {
    await Promise.all([first.connect(), second.connect()])
    for (const [name, ms] of Object.entries(settings)) {
      const { rows } = await first.query('select setting::int as ms from pg_settings where name = $1', [name])
      if (rows[0]?.ms !== ms)
        throw new ConfigError(
          `DATABASE_URL: ${name} is ${rows[0]?.ms} ms on a new connection in place of ${ms} ms: a pooler drops it; run ALTER ROLE … SET ${name} = ${ms} in PostgreSQL`,
        )
    }
    if (prepared) await refuseLostStatements(first, second)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (/unsupported startup parameter/.test(reasonOf(error)))
      throw new ConfigError(
        `DATABASE_URL: PgBouncer refuses the connection (${reasonOf(error)}); set ignore_startup_parameters = ${Object.keys(settings).join(',')} in pgbouncer.ini, and each of them by ALTER ROLE … SET in PostgreSQL`,
      )
  } finally {
    await Promise.all([first, second].map(client => client.end().catch(() => {})))
  }
}

/** Prepares a statement on the first connection, and runs it there again while the second holds a transaction open. */
async function refuseLostStatements(first: pg.Client, second: pg.Client): Promise<void> {
  const named = { name: 'handbill_pooler', text: 'select 1' }
  try {
    await first.query(named)
    await second.query('begin')
    // The second takes the connection to the server that the first has just used, if the two share any.
    await second.query(named)
    await first.query(named)
    await second.query('rollback')
  } catch (error) {
    if (codeOf(error) !== undefinedStatement && !/prepared statement/.test(reasonOf(error))) throw error
    throw new ConfigError(
      'DATABASE_URL: the pooler loses prepared statements between transactions; set max_prepared_statements (PgBouncer 1.21 or later) or pool_mode = session in pgbouncer.ini, or end DATABASE_URL with ?prepared=off',
    )
  }
}
