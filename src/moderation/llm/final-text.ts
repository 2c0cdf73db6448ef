// Takes the final text of a chat completion, without the thoughts of the model, wherever a server puts them.
import { UnusableAnswer } from './unusable-answer.ts'

type Json = Record<string, unknown>

/**
 * The text of the final channel of a chat completion. Members for thoughts (`reasoning`, `reasoning_content`) are ignored, a
 * `<think>` block is cut off, and of channels in the text (harmony) the final one is taken. Throws UnusableAnswer unless there is
 * exactly one finished answer in words.
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

/** Cuts a `<think>` block off. A chat template may have opened the block, so only its end is looked for. */
function withoutThoughts(content: string): string {
  const end = '</think>'
  const at = content.lastIndexOf(end)
  return (at < 0 ? content : content.slice(at + end.length)).trim()
}

/** The final message of a text with the channels of harmony. It has to be the last message and the only final one. */
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
