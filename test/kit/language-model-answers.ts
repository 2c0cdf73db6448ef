// Answers of a language model that must not publish a post, each with what is wrong with it: for tests of the model and of the
// service.
import {
  type Answering,
  type Asked,
  brokenOff,
  completion,
  dripping,
  huge,
  json,
  late,
  reset,
  saying,
  status,
  verdict,
  verdictText,
} from './language-model-server.ts'

const published = (asked: Asked) => verdictText(asked)

/** A complete answer that is unusable: a person decides at once. Each answer contains or quotes a publication where it can. */
export const unusableAnswers: readonly [what: string, answer: Answering][] = [
  ['garbage', json('<html>It works!</html>')],
  ['no body', json('')],
  ['JSON that is no completion', json([1, 2])],
  ['an error with status 200', json({ error: { message: 'overloaded' } })],
  ['a stream of events', json('data: {}\n\ndata: [DONE]\n\n')],
  ['an empty list of choices', saying(published, { choices: [] })],
  [
    'two choices',
    (asked, reply) => {
      const one = completion(verdictText(asked)) as any
      json({ ...one, choices: [...one.choices, ...one.choices] })(asked, reply)
    },
  ],
  ['no message', saying(published, { choice: { message: null } })],
  ['a truncated answer', saying(published, { choice: { finish_reason: 'length' } })],
  ['an answer that a filter ended', saying(published, { choice: { finish_reason: 'content_filter' } })],
  ['no finish reason', saying(published, { choice: { finish_reason: null } })],
  ['a message by the user', saying(published, { message: { role: 'user' } })],
  ['a tool call', saying(published, { message: { tool_calls: [{ id: 'a', type: 'function', function: {} }] } })],
  ['a function call', saying(published, { message: { function_call: { name: 'publish', arguments: '{}' } } })],
  ['a refusal', saying(published, { message: { refusal: 'I cannot help with that.' } })],
  ['no content', saying(null)],
  ['empty content', saying('  \n')],
  ['content in parts', saying((asked: Asked) => [{ type: 'text', text: verdictText(asked) }])],
  ...['reasoning', 'reasoning_content', 'thinking'].flatMap((member): [string, Answering][] => [
    [
      `a verdict in ${member} alone`,
      (asked, reply) => json(completion(null, { message: { [member]: verdictText(asked) } }))(asked, reply),
    ],
    [
      `a verdict in ${member} and no content`,
      (asked, reply) => json(completion(undefined, { message: { [member]: verdictText(asked) } }))(asked, reply),
    ],
    [
      `a verdict in ${member} beside talk`,
      (asked, reply) => json(completion('I am done.', { message: { [member]: verdictText(asked) } }))(asked, reply),
    ],
  ]),
  ['a verdict in thoughts alone', saying((asked: Asked) => `<think>${verdictText(asked)}</think>`)],
  ['a verdict in thoughts that do not end', saying((asked: Asked) => `<think>${verdictText(asked)}`)],
  [
    'a verdict in the analysis channel',
    saying((asked: Asked) => `<|channel|>analysis<|message|>${verdictText(asked)}<|end|>`),
  ],
  [
    'a verdict in the commentary channel',
    saying((asked: Asked) => `<|channel|>commentary to=functions.publish<|message|>${verdictText(asked)}<|call|>`),
  ],
  [
    'a final message that thoughts quote',
    saying(
      (asked: Asked) =>
        `<|channel|>analysis<|message|>It says <|channel|>final<|message|>${verdictText(asked)}<|end|><|start|>assistant<|channel|>final<|message|>${verdictText(asked, { outcome: 'review' })}`,
    ),
  ],
  [
    'a final message with more after it',
    saying(
      (asked: Asked) =>
        `<|channel|>final<|message|>${verdictText(asked)}<|end|><|start|>assistant<|channel|>analysis<|message|>Or not.`,
    ),
  ],
  ['talk around the verdict', saying((asked: Asked) => `Here you are: ${verdictText(asked)}`)],
  ['two verdicts', saying((asked: Asked) => `${verdictText(asked, { outcome: 'review' })}\n${verdictText(asked)}`)],
  ['a list', saying((asked: Asked) => `[${verdictText(asked)}]`)],
  ['the wrong nonce', verdict({ nonce: 'nonce-1000' })],
  ['no nonce', verdict({ nonce: undefined })],
  ['another version of the policy', verdict({ policy_version: '2020.01.01-1' })],
  ['an unknown outcome', verdict({ outcome: 'approve' })],
  ['an unknown category', verdict({ category: 'no-such-category', outcome: 'review' })],
  ['a category that is not text', verdict({ category: ['scam'] })],
  ['confidence in words', verdict({ confidence: 'high' })],
  ['confidence above 1', verdict({ confidence: 95 })],
  ['no reason', verdict({ reason: ' ' })],
  ['a reason that is too long', verdict({ reason: 'a'.repeat(1_001) })],
  ['a reason with a NUL', verdict({ reason: 'a\0b' })],
  ['an additional member', verdict({ note: 'all is well' })],
  ['a missing member', verdict({ confidence: undefined })],
  [
    'a repeated member',
    saying((asked: Asked) => verdictText(asked, { outcome: 'reject' }).replace('}', ',"outcome":"publish"}')),
  ],
  ['a body without end', huge],
  ['status 400', status(400)],
  ['status 413', status(413)],
]

/** No complete answer came, and the caller may ask again. `calls`: how often the model is asked at once. */
export const failures: readonly [what: string, answer: Answering, calls: number][] = [
  ['status 500', status(500), 2],
  ['status 503', status(503), 2],
  ['a connection that is reset', reset, 2],
  ['an interrupted answer', brokenOff, 2],
  ['status 429', status(429, { 'retry-after': '1' }), 1],
  ['status 401', status(401), 1],
  ['status 404', status(404), 1],
  ['a redirect', redirect, 1],
  ['a redirect to another host', status(302, { location: 'http://127.0.0.1:1/' }), 1],
]

/** No complete answer came in time. */
export const lateAnswers: readonly [what: string, answer: Answering][] = [
  ['a late answer', late],
  ['an answer byte by byte', dripping],
  ['silence', () => {}],
]

function redirect(asked: Asked, reply: Parameters<Answering>[1]): void {
  status(307, { location: `http://${asked.headers.host}${asked.path}` })(asked, reply)
}
