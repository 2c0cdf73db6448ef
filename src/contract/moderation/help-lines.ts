// Lines that help in a crisis, for the statement of a decision about suicide or self-harm.

/** The category whose statements name a line. */
export const needsHelp = 'self-harm'

/** National lines that are free at any hour, by ISO 3166-1 code, as https://findahelpline.com lists them. */
const lines: Readonly<Record<string, string>> = {
  AT: '142',
  AU: '13 11 14',
  BE: '1813',
  BR: '188',
  CA: '988',
  CH: '143',
  DE: '0800 111 0 111',
  ES: '024',
  FR: '3114',
  GB: '116 123',
  IE: '116 123',
  IN: '14416',
  NL: '0800 0113',
  NZ: '1737',
  US: '988',
}

/** Where the lines of all countries are listed. */
export const helpPage = 'https://findahelpline.com'

/** The line of a country (ISO 3166-1); undefined where none is known. */
export const lineIn = (country: string): string | undefined => lines[country]

/** What helps now, with the line of a country where it is known. `country`: ISO 3166-1, or null without a place. */
export function helpIn(country: string | null): string {
  const line = country === null ? undefined : lineIn(country)
  const here =
    line === undefined ? '' : ` In this country (${country}) a line that listens, free and at any hour, is ${line}.`
  return `If somebody is in danger now, call the emergency number.${here} Lines of all countries: ${helpPage}.`
}
