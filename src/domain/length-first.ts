// Patterns and formats of schemas that are only looked for in a text of an allowed length, so that their cost is bounded.
import { _, type Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js'

/** The longest text that a schema without `maxLength` compares with its pattern or format, in UTF-16 units. */
export const longestWithoutMaxLength = 2_000

/**
 * Makes a checker compare a text with its pattern or format only if the text is not too long. One that is longer than its
 * `maxLength` has that error alone; one without `maxLength` fails past `longestWithoutMaxLength`.
 */
export function checkLengthFirst(ajv: Ajv2020): Ajv2020 {
  for (const keyword of ['pattern', 'format'] as const) {
    const compare = ajv.getKeyword(keyword) as CodeKeywordDefinition
    ajv.removeKeyword(keyword).addKeyword({
      ...compare,
      keyword,
      code(context, type) {
        const { gen, data, parentSchema } = context
        const { maxLength } = parentSchema as { maxLength?: number }
        // A code point has at most two UTF-16 units.
        const most = maxLength === undefined ? longestWithoutMaxLength : maxLength * 2
        gen.if(_`${data}.length <= ${most}`, () => compare.code(context, type))
        if (maxLength === undefined) gen.if(_`${data}.length > ${most}`, () => context.error())
      },
    })
  }
  return ajv
}
