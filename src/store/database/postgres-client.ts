// A connection to PostgreSQL that knows whether it has reached a standby, which may be behind and takes no writes.
import pg from 'pg'

/** A client that knows whether its server is a standby, which every server says when a connection begins and when that changes. */
export class ServerClient extends pg.Client {
  isStandby = false
  readonly openedAt = performance.now()
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
  }
}

/**
 * Whether the server of a client is a standby; true if it does not answer in `answerMs`. It is asked, since a pooler may repeat what
 * another server has said.
 */
export async function standsBy(client: ServerClient, answerMs: number): Promise<boolean> {
  if (!client.isStandby) return false
  const asked = { text: 'select pg_is_in_recovery() as standby', query_timeout: answerMs }
  const { rows } = await client.query<{ standby: boolean }>(asked).catch(() => ({ rows: [] }))
  client.isStandby = rows[0]?.standby ?? true
  return client.isStandby
}
