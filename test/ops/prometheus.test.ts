// The alerts and the dashboard of ops/: they ask for metrics that exist, and say what to do.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { metrics } from '../../src/contract/metrics.ts'
import { freshFolder } from '../databases.ts'
import { withPresentation } from '../harness.ts'
import { without } from '../kit/program.ts'

type Rule = { alert: string; expr: string; for: string; annotations: { summary: string; runbook: string } }
type Board = { panels: { title: string; targets: { expr: string }[] }[] }

const alerts = 'ops/prometheus/alerts.yml'
const { groups } = parse(readFileSync(alerts, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap(group => group.rules)
const board = JSON.parse(readFileSync('ops/grafana/handbill.json', 'utf8')) as Board
const asked = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
]
/** The metrics in an expression, without the suffix of a part of a histogram. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/\b(?:handbill|process|nodejs)_\w+/g)].map(([name]) =>
    metrics[name.replace(/_(bucket|sum|count)$/, '') as keyof typeof metrics]?.type === 'histogram'
      ? name.replace(/_(bucket|sum|count)$/, '')
      : name,
  )
const noPromtool = without('promtool', 'whether Prometheus reads the alert rules')

withPresentation('ops/', app => {
  test('every metric that an alert or a panel asks for is at /metrics, with the labels that it names', async () => {
    const { text } = await app().call('GET', '/metrics')
    const there = new Set([...text.matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name))
    for (const { where, expr } of asked) {
      const names = metricsIn(expr)
      assert.ok(names.length > 0 || /^up\{/.test(expr), `${where} asks for no metric`)
      for (const name of names) {
        assert.ok(there.has(name), `${where} asks for ${name}`)
        const labels: readonly string[] = metrics[name as keyof typeof metrics]?.labels ?? ['job']
        for (const [, label] of expr.matchAll(new RegExp(`\\b${name}(?:_bucket|_sum|_count)?\\{(\\w+)`, 'g')))
          assert.ok(labels.includes(label!), `${where}: ${name} has no label ${label}`)
      }
    }
  })

  test('promtool finds no fault with the metrics of the service', { skip: noPromtool }, async () => {
    await app().call('POST', '/v1/accounts', { body: { name: 'Ada', email: 'ada@example.org' } })
    const { text } = await app().call('GET', '/metrics')
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    const faults = `${stdout}${stderr}`.split('\n').filter(line => line.includes('handbill_') || line.includes('error'))
    assert.deepEqual(faults, [])
  })

  test('every metric of the service is on the dashboard', () => {
    const shown = new Set(board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
    assert.deepEqual(
      Object.keys(metrics).filter(name => !shown.has(name)),
      [],
    )
  })
})

describe('ops/prometheus/alerts.yml', () => {
  test('every alert has a name of its own, a summary and a runbook line', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    for (const { alert, annotations } of rules) {
      assert.match(alert, /^Handbill[A-Z]\w+$/)
      assert.match(annotations.summary, /\.$|\.$/, alert)
      assert.ok(annotations.runbook.length > 20, alert)
    }
  })

  test('promtool reads the rules', { skip: noPromtool }, () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', alerts], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })

  test('the alerts fire on figures of trouble, and on none in order', { skip: noPromtool }, () => {
    const folder = freshFolder()
    const file = join(folder, 'alerts.json')
    const series = (values: Record<string, string>) =>
      Object.entries(values).map(([name, value]) => ({ series: name, values: `${value}x300` }))
    const expected = (names: readonly string[]) =>
      rules.map(({ alert }) => ({
        eval_time: '4h',
        alertname: alert,
        exp_alerts: names.includes(alert) ? undefined : [],
      }))
    const of = (values: Record<string, string>, firing: readonly string[]) => ({
      interval: '1m',
      input_series: series(values),
      promql_expr_test: rules.map(({ alert }) => ({
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > 0`,
        eval_time: '4h',
        exp_samples: firing.includes(alert) ? [{ labels: '{}', value: 1 }] : [],
      })),
      alert_rule_test: expected(firing).filter(({ exp_alerts }) => exp_alerts !== undefined),
    })
    const inOrder = of(
      {
        'up{job="handbill"}': '1',
        handbill_database_up: '1',
        'handbill_http_answers_total{status="2xx"}': '0+100',
        'handbill_model_state{state="running"}': '1',
        'handbill_queue_items{queue="model"}': '3',
        'handbill_queue_oldest_seconds{queue="model"}': '5',
        'handbill_queue_oldest_seconds{queue="review_text"}': '3600',
        handbill_mails_oldest_seconds: '2',
        handbill_mails_failed: '4',
        handbill_deliveries_waiting: '7',
        handbill_rate_limit_degraded: '0',
        handbill_disk_free_bytes: '5e10',
        handbill_database_wal_bytes: '67108864',
        handbill_backup_age_seconds: '3600',
        'handbill_event_loop_delay_seconds{stat="p99",thread="main"}': '0.01',
        'handbill_write_seconds_bucket{le="0.01"}': '0+100',
        'handbill_write_seconds_bucket{le="+Inf"}': '0+100',
      },
      [],
    )
    const inTrouble = of(
      {
        'up{job="handbill"}': '0',
        handbill_database_up: '0',
        'handbill_http_answers_total{status="2xx"}': '0+100',
        'handbill_http_answers_total{status="5xx"}': '0+10',
        'handbill_model_state{state="running"}': '0',
        'handbill_queue_items{queue="model"}': '3',
        'handbill_queue_oldest_seconds{queue="model"}': '5000',
        'handbill_queue_oldest_seconds{queue="review_text"}': '200000',
        handbill_mails_oldest_seconds: '2000',
        handbill_mails_failed: '0+1',
        handbill_deliveries_waiting: '1000',
        handbill_rate_limit_degraded: '1',
        handbill_rate_limit_refusals_total: '0+600',
        handbill_disk_free_bytes: '1e9',
        handbill_database_wal_bytes: '1e9',
        'handbill_event_loop_delay_seconds{stat="p99",thread="main"}': '0.9',
        'handbill_write_seconds_bucket{le="0.01"}': '0+10',
        'handbill_write_seconds_bucket{le="2.5"}': '0+100',
        'handbill_write_seconds_bucket{le="+Inf"}': '0+100',
      },
      rules.map(({ alert }) => alert),
    )
    // YAML is a superset of JSON.
    writeFileSync(
      file,
      JSON.stringify({
        rule_files: [join(process.cwd(), alerts)],
        evaluation_interval: '1m',
        tests: [inOrder, inTrouble],
      }),
    )
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })
})
