// The types of calls of actions by name.
import * as actions from './actions.ts'

export { actions }

export type ActionName = keyof typeof actions
export type ActionInput<N extends ActionName> = Parameters<(typeof actions)[N]>[1]
export type ActionOutput<N extends ActionName> = Awaited<ReturnType<(typeof actions)[N]>>
