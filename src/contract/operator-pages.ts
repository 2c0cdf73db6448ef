// The pages whose texts the operator may write: their names, which are those of their files and addresses (contract.md §17).

/** The files are NAME.md and NAME.LANGUAGE.md, the addresses /NAME/ and /NAME/LANGUAGE/. */
export const textNames = ['about', 'help', 'contact', 'imprint', 'terms', 'privacy'] as const
export type TextName = (typeof textNames)[number]

export const isTextName = (name: string): name is TextName => (textNames as readonly string[]).includes(name)

/** The texts as in their files: a name in {{braces}} is filled in for each site. */
export type OperatorTexts = {
  texts: Readonly<Record<TextName, string>>
  /** `language`: BCP 47, from the name of the file. */
  translations: readonly { name: TextName; language: string; text: string }[]
  /** The texts that the operator has written, and does not take from the package. */
  own: readonly TextName[]
}
