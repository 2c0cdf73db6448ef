// The names of the metrics at GET /metrics, with their types and their meaning (docs/monitoring.md).

type MetricRow = { type: 'gauge' | 'counter' | 'histogram'; labels: readonly string[]; help: string }

const counted = 'Counting stops at 1,000.'
const ofDatabase = 'The same on every process of a database: take the maximum, never the sum.'

/** Every metric of the service itself. Those of Node and of the process are added by the library. */
export const metrics = {
  handbill_info: {
    type: 'gauge',
    labels: ['version', 'role', 'model'],
    help: 'Always 1; the labels name this process.',
  },
  handbill_database_up: {
    type: 'gauge',
    labels: [],
    help: 'Whether the database answered; 0 leaves out what it knows.',
  },
  handbill_pending_writes: { type: 'gauge', labels: [], help: 'Writes of this process without an answer.' },
  handbill_queue_items: {
    type: 'gauge',
    labels: ['queue'],
    help: `What waits: texts for the model, and texts, reports, appeals and messages for people. ${counted} ${ofDatabase}`,
  },
  handbill_queue_oldest_seconds: {
    type: 'gauge',
    labels: ['queue'],
    help: `How long the oldest of a queue waits; 0 for an empty queue. ${ofDatabase}`,
  },
  handbill_decision_seconds: {
    type: 'histogram',
    labels: ['outcome', 'decider'],
    help: `From submission to decision, by the new status and who decided, since this process began to count. ${ofDatabase}`,
  },
  handbill_deliveries_waiting: {
    type: 'gauge',
    labels: [],
    help: `Webhook deliveries that wait. ${counted} ${ofDatabase}`,
  },
  handbill_deliveries_oldest_seconds: {
    type: 'gauge',
    labels: [],
    help: `The age of the oldest delivery that waits. ${ofDatabase}`,
  },
  handbill_mails_waiting: {
    type: 'gauge',
    labels: [],
    help: `Mails that are due or were tried in vain. ${counted} ${ofDatabase}`,
  },
  handbill_mails_oldest_seconds: {
    type: 'gauge',
    labels: [],
    help: `The age of the oldest mail that waits. ${ofDatabase}`,
  },
  handbill_mails_failed: {
    type: 'gauge',
    labels: [],
    help: `Mails that were refused for good or given up. ${counted} ${ofDatabase}`,
  },
  handbill_ledger_micros_total: {
    type: 'counter',
    labels: ['type'],
    help: `Micros that moved on balances, by type of movement, since this process began to count. ${ofDatabase}`,
  },
  handbill_model_state: {
    type: 'gauge',
    labels: ['state'],
    help: `1 for the state of the deciding model, 0 for the others. ${ofDatabase}`,
  },
  handbill_backup_age_seconds: {
    type: 'gauge',
    labels: [],
    help: `The age of the last backup; missing while none is known. ${ofDatabase}`,
  },
  handbill_http_answers_total: {
    type: 'counter',
    labels: ['route', 'method', 'status'],
    help: 'Answers by route, method and class of status; status "none" if the caller hung up first.',
  },
  handbill_http_answer_seconds: {
    type: 'histogram',
    labels: [],
    help: 'From the arrival of a request to the end of its answer; calls that wait for an outcome are among them.',
  },
  handbill_problems_total: { type: 'counter', labels: ['code'], help: 'Problems in answers of REST and MCP, by code.' },
  handbill_rate_limit_refusals_total: {
    type: 'counter',
    labels: [],
    help: 'Requests above the rate limit of the platform, answered with 429.',
  },
  handbill_rate_limit_degraded: {
    type: 'gauge',
    labels: [],
    help: 'Whether this process counts requests by itself because Redis does not answer.',
  },
  handbill_event_loop_delay_seconds: {
    type: 'gauge',
    labels: ['thread', 'stat'],
    help: 'How late the event loop of a thread was since the reading before: the median, the 99th percentile, the most.',
  },
  handbill_action_seconds: {
    type: 'histogram',
    labels: ['action'],
    help: 'The time of successful actions inside their transactions, without waiting and commit.',
  },
  handbill_write_seconds: {
    type: 'histogram',
    labels: [],
    help: 'From the call of an action to its commit, all actions together.',
  },
  handbill_documents_total: {
    type: 'counter',
    labels: ['result'],
    help: 'Public documents that were kept (hit) or had to be made (miss).',
  },
  handbill_database_file_bytes: {
    type: 'gauge',
    labels: [],
    help: 'The size of the database file; missing for a database of a server.',
  },
  handbill_database_wal_bytes: { type: 'gauge', labels: [], help: 'The size of the write-ahead log beside that file.' },
  handbill_disk_free_bytes: { type: 'gauge', labels: [], help: 'The room on the disk of DATA_DIR.' },
} as const satisfies Record<string, MetricRow>

export type MetricName = keyof typeof metrics
