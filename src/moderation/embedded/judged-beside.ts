// Judges a text for the service and for a candidate from one reading: the candidate costs no second one.
import type { PostText } from '../../domain/posts/post-text.ts'
import type { TextReader } from '../text-reader.ts'
import type { EmbeddedJudgement } from './judge.ts'
import type { Learned } from './learned.ts'

export type JudgedBeside = {
  /** The judgement on a text by learned heads, null for the packaged model. One that was made beside another is not made again. */
  judged(text: PostText, learned: Learned | null): Promise<EmbeddedJudgement>
  /** The heads of the candidate; `same`: it has those that decide. Undefined without a candidate. */
  follow(candidate: Learned | null | 'same' | undefined): void
}

type Kept = { learned: Learned | null; judgement: EmbeddedJudgement | null }

/** Keeps the judgements on a text as long as somebody keeps the text. */
export function createJudgedBeside({ judge, judgeBeside }: Pick<TextReader, 'judge' | 'judgeBeside'>): JudgedBeside {
  const kept = new WeakMap<PostText, readonly Kept[]>()
  let candidate: Learned | null | 'same' | undefined
  return {
    follow(next) {
      candidate = next
    },
    async judged(text, learned) {
      const known = kept.get(text)?.find(each => each.learned === learned)
      if (known?.judgement) return known.judgement
      if (known) throw new Error('the learned heads of the candidate fail')
      if (candidate === undefined) return judge(text, learned)
      const other = candidate === 'same' ? learned : candidate
      if (other === learned) {
        const judgement = await judge(text, learned)
        kept.set(text, [{ learned, judgement }])
        return judgement
      }
      const [judgement, beside] = await judgeBeside(text, learned, other)
      kept.set(text, [
        { learned, judgement },
        { learned: other, judgement: beside },
      ])
      return judgement
    },
  }
}
