// The currencies of ISO 4217 with the decimals of their minor units; metals, bond units and test codes are left out.

// Not from Intl, which has past currencies, lacks units such as UYW, and has HUF, IDR and others without decimals.
const codes =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
  'CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL ' +
  'HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA ' +
  'MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
  'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
  'USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'

const withoutDecimals = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const withFour = new Set(['CLF', 'UYW'])

const decimalsOf = (code: string) =>
  withoutDecimals.has(code) ? 0 : withThree.has(code) ? 3 : withFour.has(code) ? 4 : 2

/** Decimals by ISO 4217 code. */
export const currencyDecimals: ReadonlyMap<string, number> = new Map(
  codes.split(' ').map(code => [code, decimalsOf(code)]),
)
