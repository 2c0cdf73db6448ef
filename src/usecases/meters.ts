// Counts what this process does: answers, problems, actions, documents. Counting costs a few look-ups; http/metrics.ts reads it.
import type { ProblemCode } from '../contract/problems/problems.ts'
import { type Histogram, type HistogramReading, histogram } from '../domain/histogram.ts'

/** The answers of a route: `status` is its class, such as `2xx`, or `none` if the caller hung up before the answer. */
export type AnswerCount = { route: string; method: string; status: string; n: number }

export type MeterReading = {
  answers: AnswerCount[]
  answerTime: HistogramReading
  problems: { code: ProblemCode; n: number }[]
  /** Requests above the rate limit of the platform. */
  limited: number
  /** The time of successful actions inside their transactions, by name. */
  actions: { name: string; time: HistogramReading }[]
  /** The time from the call of an action to its commit, all actions together. */
  writeTime: HistogramReading
  documents: { found: number; made: number }
}

export type Meters = {
  /** Counts an answer. Route, method and status are null where they are not known. */
  answered(route: string | null, method: string | null, status: number | null, ms: number): void
  refused(code: ProblemCode): void
  limited(): void
  /** Counts an action: its milliseconds inside the transaction, and from its call to the commit. */
  acted(name: string, insideMs: number, wholeMs: number): void
  /** Counts a document that was kept. */
  found(): void
  /** Counts a document that had to be made. */
  made(): void
  read(): MeterReading
}

/** Upper bounds in seconds: of answers and writes, which may wait, and of the statements of an action. */
const answerBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const actionBounds = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 10]

/** Meters that begin at zero. */
export function createMeters(): Meters {
  const answers = new Map<string | null, Map<string | null, Float64Array>>()
  const answerTime = histogram(answerBounds)
  const problems = new Map<ProblemCode, number>()
  const actions = new Map<string, Histogram>()
  const writeTime = histogram(answerBounds)
  const documents = { found: 0, made: 0 }
  let limited = 0
  return {
    answered(route, method, status, ms) {
      const methods = memberOf(answers, route, () => new Map<string | null, Float64Array>())
      const classes = memberOf(methods, method, () => new Float64Array(6))
      classes[status === null ? 0 : Math.trunc(status / 100)]!++
      answerTime.add(ms / 1000)
    },
    refused: code => void problems.set(code, (problems.get(code) ?? 0) + 1),
    limited: () => void limited++,
    acted(name, insideMs, wholeMs) {
      memberOf(actions, name, () => histogram(actionBounds)).add(insideMs / 1000)
      writeTime.add(wholeMs / 1000)
    },
    found: () => void documents.found++,
    made: () => void documents.made++,
    read: () => ({
      answers: answerCounts(answers),
      answerTime: answerTime.read(),
      problems: [...problems].map(([code, n]) => ({ code, n })),
      limited,
      actions: [...actions].map(([name, time]) => ({ name, time: time.read() })),
      writeTime: writeTime.read(),
      documents: { ...documents },
    }),
  }
}

/** The member of a map, made when it is missing. */
function memberOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const unknown = 'none'

function answerCounts(answers: ReadonlyMap<string | null, ReadonlyMap<string | null, Float64Array>>): AnswerCount[] {
  return [...answers].flatMap(([route, methods]) =>
    [...methods].flatMap(([method, classes]) =>
      [...classes].flatMap((n, i) =>
        n === 0 ? [] : { route: route ?? unknown, method: method ?? unknown, status: i === 0 ? unknown : `${i}xx`, n },
      ),
    ),
  )
}

/** Meters that count nothing: a measurement compares with them. */
export const noMeters: Meters = {
  ...createMeters(),
  ...{ answered() {}, refused() {}, limited() {}, acted() {}, found() {}, made() {} },
}
