// What a model says in the end: what it thinks on the way, in whichever place a server leaves that, is never read as an answer.
import { UnusableAnswer } from './unusable-answer.ts'

type Json = Record<string, unknown>

/**
 * The text of the final channel of a chat completion. Thoughts in members of their own (`reasoning`, `reasoning_content`) are not
 * looked at, a `<think>` block is cut off, of channels in the text (harmony) the final one is taken. Throws UnusableAnswer where
 * there is not exactly one finished answer in words.
 */
export function finalText(completion: unknown): string {
  const choices = isJson(completion) ? completion.choices : undefined
  if (!Array.isArray(choices) || choices.length !== 1) throw new UnusableAnswer('it has not exactly one choice')
  const choice: unknown = choices[0]
  const message = isJson(choice) ? choice.message : undefined
  if (!isJson(choice) || !isJson(message)) throw new UnusableAnswer('it has no message')
  if (choice.finish_reason !== 'stop') throw new UnusableAnswer('it was cut off')
  const { role = 'assistant', content, refusal, tool_calls: tools, function_call: call } = message
  if (role !== 'assistant') throw new UnusableAnswer('it is not by the assistant')
  if (refusal || call || (Array.isArray(tools) ? tools.length > 0 : tools))
    throw new UnusableAnswer('it is a refusal or calls a tool')
  if (typeof content !== 'string' || content.trim() === '') throw new UnusableAnswer('nothing is in the final channel')
  return content.includes('<|channel|>') ? finalMessage(content) : withoutThoughts(content)
}

/** A chat template may open the block, so that the text begins inside it. */
function withoutThoughts(content: string): string {
  const end = '</think>'
  const at = content.lastIndexOf(end)
  return (at < 0 ? content : content.slice(at + end.length)).trim()
}

/** The final message, where a server leaves the channels of harmony in the text. It is the last one, and there is no other. */
function finalMessage(content: string): string {
  const messages = content.split('<|channel|>').slice(1)
  const finals = messages.filter(message => message.startsWith('final'))
  const [, text] =
    /^final ?(?:<\|constrain\|>json)?<\|message\|>(.*?)(?:<\|return\|>|<\|end\|>)?$/s.exec(messages.at(-1) ?? '') ?? []
  if (finals.length !== 1 || text === undefined || text.includes('<|'))
    throw new UnusableAnswer('it has not exactly one final message at its end')
  return text.trim()
}

/** Whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
