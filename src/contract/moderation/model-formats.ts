// How moderation models answer: in our own schema, or in the format that a family of models was trained on.

/**
 * `readsPolicy`: the model judges by the policy that it is sent; the others know hazards of their own and nothing else.
 * `named`: the served names of the models that answer in the format.
 */
export const modelFormats = {
  verdict: { readsPolicy: true, named: null },
  'gpt-oss-safeguard': { readsPolicy: true, named: /gpt-oss-safeguard/i },
  'llama-guard': { readsPolicy: false, named: /llama[-_ ]?guard/i },
  qwen3guard: { readsPolicy: false, named: /qwen3[-_ ]?guard/i },
} as const satisfies Record<string, { readsPolicy: boolean; named: RegExp | null }>

export type ModelFormat = keyof typeof modelFormats

export const modelFormatNames = Object.keys(modelFormats) as ModelFormat[]
