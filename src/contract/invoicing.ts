// What invoices are made from: the seller and the rates of tax that the operator sets, and the forms of VAT ids in the EU.

/** The seller, as invoices name it. */
export type Seller = {
  name: string
  /** A line each. */
  address: readonly string[]
  /** ISO 3166-1 alpha-2. */
  country: string
  vatId: string | null
  /** What the tax is called: VAT, GST. */
  taxName: string
}

/** The settings of invoices (contract.md §5). */
export type Invoicing = {
  seller: Seller
  /** What the numbers begin with. */
  prefix: string
  /** Rates of tax in thousandths of a percent, by country; `*` for every other country. */
  rates: Readonly<Record<string, number>>
}

/** The buyer, as its owner wrote it; names and addresses are null and empty where the owner gave none. */
export type Buyer = {
  handle: string
  name: string | null
  /** A line each. */
  address: readonly string[]
  /** ISO 3166-1 alpha-2. */
  country: string | null
  vatId: string | null
}

/** 19 % is 19,000. */
export const ratePerPercent = 1_000

/** The first words of the numbers of the sandbox, where no money moves. */
export const testNumber = 'TEST-'

/**
 * The VAT ids of the members of the European Union, by country: their form without spaces, and one as an example (the structure that VIES
 * publishes). Greece writes EL.
 */
export const vatForms: Readonly<Record<string, { form: RegExp; example: string }>> = {
  AT: { form: /^ATU\d{8}$/, example: 'ATU12345678' },
  BE: { form: /^BE[01]\d{9}$/, example: 'BE0123456789' },
  BG: { form: /^BG\d{9,10}$/, example: 'BG123456789' },
  CY: { form: /^CY\d{8}[A-Z]$/, example: 'CY12345678L' },
  CZ: { form: /^CZ\d{8,10}$/, example: 'CZ12345678' },
  DE: { form: /^DE\d{9}$/, example: 'DE123456789' },
  DK: { form: /^DK\d{8}$/, example: 'DK12345678' },
  EE: { form: /^EE\d{9}$/, example: 'EE123456789' },
  ES: { form: /^ES(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/, example: 'ESX1234567X' },
  FI: { form: /^FI\d{8}$/, example: 'FI12345678' },
  FR: { form: /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/, example: 'FR12345678901' },
  GR: { form: /^EL\d{9}$/, example: 'EL123456789' },
  HR: { form: /^HR\d{11}$/, example: 'HR12345678901' },
  HU: { form: /^HU\d{8}$/, example: 'HU12345678' },
  IE: { form: /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, example: 'IE1234567WA' },
  IT: { form: /^IT\d{11}$/, example: 'IT12345678901' },
  LT: { form: /^LT(?:\d{9}|\d{12})$/, example: 'LT123456789' },
  LU: { form: /^LU\d{8}$/, example: 'LU12345678' },
  LV: { form: /^LV\d{11}$/, example: 'LV12345678901' },
  MT: { form: /^MT\d{8}$/, example: 'MT12345678' },
  NL: { form: /^NL\d{9}B\d{2}$/, example: 'NL123456789B01' },
  PL: { form: /^PL\d{10}$/, example: 'PL1234567890' },
  PT: { form: /^PT\d{9}$/, example: 'PT123456789' },
  RO: { form: /^RO\d{2,10}$/, example: 'RO1234567890' },
  SE: { form: /^SE\d{12}$/, example: 'SE123456789001' },
  SI: { form: /^SI\d{8}$/, example: 'SI12345678' },
  SK: { form: /^SK\d{10}$/, example: 'SK1234567890' },
}

/** Whether a country is a member of the European Union. */
export const inUnion = (country: string): boolean => Object.hasOwn(vatForms, country)
