// A dry run of a faulty body: what is wrong, and the body as it would be valid (contract.md §8).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SiteId, siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { type Answer, allSites, hostOf, onPresentation, startApp, type TestApp } from '../../harness.ts'
import { type Mistake, mistakes, valid } from './mistakes.ts'

onPresentation('mistakes in a body', ({ fresh }) => {
  let app: TestApp
  let key: string
  before(async () => {
    app = await startApp(await fresh('every'), { env: { SITES: allSites } })
    key = (await app.account()).key
  })
  after(() => app.close())

  const send = (site: SiteId, body: unknown, query = '?dry_run=true') =>
    app.call('POST', `/v1/posts${query}`, { host: hostOf(site), key, body })

  for (const [name, mistake] of Object.entries(mistakes))
    test(`${name}: the dry run says what would be right`, async () => {
      const { site = 'events', errors, becomes, choices = {}, warns } = mistake
      const body = bodyOf(mistake)
      const answer = await send(site, body)
      const { json } = answer
      if (warns) {
        assert.equal(answer.status, 200, answer.text)
        assert.equal(json.outcome, 'would_queue', answer.text)
        assert.deepEqual(
          json.warnings.map(({ code }: { code: string }) => code),
          warns,
        )
        return
      }
      assert.equal(answer.status, 400, answer.text)
      for (const said of errors ?? [])
        assert.ok(
          (json.errors as string[]).some(error => (said instanceof RegExp ? said.test(error) : error.includes(said))),
          `${said} is not in ${JSON.stringify(json.errors, null, 1)}`,
        )
      const options = Object.fromEntries(
        (json.choices ?? []).map((choice: Choice) => [choice.at, choice.options.map(({ value }) => value)]),
      )
      assert.deepEqual(options, choices)
      assert.deepEqual(json.proposal, becomes && without({ ...valid[site], ...becomes }))
      if (!becomes) return
      const again = await send(site, json.proposal)
      assert.equal(again.status, 200, again.text)
      assert.deepEqual(again.json.warnings, [])
      await assertStrict(await send(site, body, ''), json.errors)
    })

  for (const site of siteIds) {
    const { example, text, noun } = siteRow(site)
    const wrong: Record<string, { sent: unknown; errors: RegExp }> = {
      'inside a member': {
        sent: { [noun === 'message' ? 'post' : noun]: example },
        errors: /^\/\w+: is no field here; send its members as the body itself$/,
      },
      'inside the member data': { sent: { data: [example] }, errors: /^\/data: is no field here/ },
      'with a topic as a tag': {
        sent: { ...example, topics: undefined, tags: `#${example.topics}` },
        errors: /^\/tags: .* did you mean "topics"\?$/,
      },
      'with its text under another name': {
        sent: { ...example, [text.body]: undefined, content: example[text.body] },
        errors: /^\/content: .* did you mean/,
      },
      'with a parameter of the address': { sent: { ...example, dryRun: true }, errors: /^\/dryRun: .*dry_run=true$/ },
    }
    for (const [name, { sent, errors }] of Object.entries(wrong))
      test(`${site}: a post ${name} gets the post as a proposal`, async () => {
        const { status, json, text } = await send(site, sent)
        assert.equal(status, 400, text)
        assert.equal(json.code, 'invalid')
        assert.ok(
          json.errors.some((error: string) => errors.test(error)),
          text,
        )
        assert.deepEqual(json.proposal, example)
      })
    const noObject: Record<string, unknown> = {
      'in a list': [example],
      'in a code fence': `Here it is:\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
      'as a JSON string': JSON.stringify(JSON.stringify(example)),
    }
    for (const [name, sent] of Object.entries(noObject))
      test(`${site}: a post ${name} is invalid_json, with the post as a proposal in a dry run alone`, async () => {
        const { status, json, text } = await send(site, sent)
        assert.deepEqual([status, json.code], [400, 'invalid_json'], text)
        assert.deepEqual(json.proposal, example)
        const real = await send(site, sent, '')
        assert.deepEqual([real.status, real.json.code, real.json.proposal], [400, 'invalid_json', undefined])
        assert.match(real.json.detail, /list|text|code fence/)
      })
    test(`${site}: null for every optional member is absence, in the real request too`, async () => {
      const { properties, required = [] } = siteRow(site).body
      const absent = Object.keys(properties).filter(
        name => !(required as string[]).includes(name) && !(name in example),
      )
      const sent = { ...example, ...Object.fromEntries(absent.map(name => [name, null])) }
      const { status, text } = await send(site, sent, '')
      assert.equal(status, 202, text)
    })
  }

  test('each change has its place, both values and a reason', async () => {
    const { json } = await send(
      'events',
      bodyOf({
        change: { starts_at: '2027-07-01T20:00', timezone: undefined, tags: 'a', topics: undefined, image: 'x' },
      }),
    )
    assert.deepEqual(json.changes, [
      { at: '/tags', moved_to: '/topics', why: '"tags" is called "topics" here.' },
      { at: '/image', from: 'x', why: '"image" is no field here; the event says the same without it.' },
      { at: '/topics', from: 'a', to: ['a'], why: 'Topics are a list of lower-case words with hyphens, each once.' },
      { at: '/timezone', to: 'Europe/Brussels', why: 'Leuven keeps Europe/Brussels.' },
      {
        at: '/starts_at',
        from: '2027-07-01T20:00',
        to: '2027-07-01T20:00:00+02:00',
        why: 'This is 20:00 in Europe/Brussels, with the offset that it keeps then.',
      },
    ])
  })

  test('a message is told which link makes it dearer; the lines of a price are the price', async () => {
    const { json } = await send('messages', {
      ...valid.messages,
      text: `${valid.messages.text} More at www.example.org/tram.`,
    })
    assert.deepEqual(
      json.price_lines.map(({ amount }: { amount: number }) => amount),
      [20_000, 180_000],
    )
    assert.match(json.price_lines[1].what, /^The link "www\.example\.org\/tram\.?"/)
    const series = {
      occurrences: Array.from({ length: 7 }, (_, i) => ({
        starts_at: `2027-07-0${i + 1}T20:00:00+02:00`,
        ends_at: `2027-07-0${i + 1}T22:00:00+02:00`,
      })),
    }
    const many = await send('events', bodyOf({ change: { starts_at: undefined, ends_at: undefined, ...series } }))
    assert.deepEqual(many.json.price_lines, [
      { what: '7 occurrences at 1.00 USD each', amount: 7_000_000 },
      { what: 'A series costs at most 5.00 USD', amount: -2_000_000 },
    ])
    assert.equal(many.json.price, 5_000_000)
  })

  test('a refusal names each placeholder and each contact detail', async () => {
    const unfilled = await send(
      'events',
      bodyOf({ change: { body: 'Join us at [VENUE] on {{date}} for a walk with lanterns and soup.' } }),
    )
    assert.equal(unfilled.json.outcome, 'would_refuse', unfilled.text)
    assert.match(unfilled.json.refusal.reason, /"\[VENUE\]"/)
    assert.match(unfilled.json.refusal.reason, /"\{\{date\}\}"/)
    const body = `${valid.classifieds.body} Write to joe@example.com or ann@example.org.`
    const contact = await send('classifieds', { ...valid.classifieds, body })
    assert.match(contact.json.refusal.reason, /joe@example\.com.*It also holds "ann@example\.org"/)
  })
})

type Choice = { at: string; options: { value: unknown }[] }

/** The body of a mistake. */
function bodyOf({ site = 'events', change, sent }: Mistake): unknown {
  return sent ?? without({ ...valid[site], ...change })
}

const without = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/** The real request is refused, with no more than the faults of the body. */
function assertStrict({ status, json, text }: Answer<any>, errors: string[]): void {
  assert.equal(status, 400, text)
  assert.deepEqual([json.proposal, json.changes, json.choices], [undefined, undefined, undefined])
  for (const error of json.errors) assert.ok(errors.includes(error), `${error} is missing in the dry run`)
}
