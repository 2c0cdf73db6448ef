// The currencies that a sign or a word can mean: "€", "euros", "$", "kr" (contract.md §8).
import { currencyDecimals } from '../../contract/currencies.ts'

const only: Record<string, string> = {
  EUR: '€ euro euros',
  INR: '₹',
  ILS: '₪ shekel shekels',
  KRW: '₩ won',
  VND: '₫ dong',
  RUB: '₽ ruble rubles rouble roubles',
  TRY: '₺',
  UAH: '₴ hryvnia hryvnias',
  NGN: '₦ naira',
  PHP: '₱',
  PLN: 'zł zloty zlotys',
  CZK: 'kč',
  HUF: 'ft forint forints',
  KZT: '₸ tenge',
  GEL: '₾ lari',
  THB: '฿ baht',
  BRL: 'r$ real reais',
  USD: 'us$ usd$',
  CAD: 'c$ ca$ cad$',
  AUD: 'a$ au$ aud$',
  NZD: 'nz$',
  HKD: 'hk$',
  SGD: 's$ sg$',
  TWD: 'nt$',
  MXN: 'mx$',
  JPY: 'yen',
  CNY: 'yuan rmb renminbi',
  ZAR: 'rand',
}

/** Signs of several currencies: each currency with the countries in which the sign means this one alone. */
const shared: readonly { signs: string; by: Record<string, string> }[] = [
  {
    signs: '$ dollar dollars buck bucks',
    by: {
      USD: 'US AS BQ FM GU IO MH MP PR PW TC UM VG VI EC TL',
      CAD: 'CA',
      AUD: 'AU CC CX HM KI NF NR TV',
      NZD: 'NZ CK NU PN TK',
      SGD: 'SG',
      HKD: 'HK',
      TWD: 'TW',
      BSD: 'BS',
      BBD: 'BB',
      BZD: 'BZ',
      BMD: 'BM',
      BND: 'BN',
      KYD: 'KY',
      FJD: 'FJ',
      GYD: 'GY',
      JMD: 'JM',
      NAD: 'NA',
      SBD: 'SB',
      SRD: 'SR',
      TTD: 'TT',
      XCD: 'AG AI DM GD KN LC MS VC',
    },
  },
  { signs: '£ pound pounds quid', by: { GBP: 'GB GG IM JE', EGP: 'EG', GIP: 'GI', FKP: 'FK', SHP: 'SH' } },
  { signs: '¥ ￥', by: { JPY: 'JP', CNY: 'CN' } },
  {
    signs: 'kr kr. krona kronor krone kroner',
    by: { SEK: 'SE', NOK: 'NO SJ BV', DKK: 'DK FO GL', ISK: 'IS' },
  },
  { signs: 'fr fr. franc francs', by: { CHF: 'CH LI', XAF: 'CM CF TD CG GQ GA', XOF: 'BJ BF CI GW ML NE SN TG' } },
  {
    signs: 'rs rs. ₨ rupee rupees',
    by: { INR: 'IN BT', PKR: 'PK', LKR: 'LK', NPR: 'NP', MUR: 'MU', SCR: 'SC' },
  },
  {
    signs: 'peso pesos',
    by: { MXN: 'MX', PHP: 'PH', ARS: 'AR', CLP: 'CL', COP: 'CO', CUP: 'CU', DOP: 'DO', UYU: 'UY' },
  },
]

const optionsShown = 6
const longestSign = 20

/**
 * The codes that a code, sign or word can mean, the likeliest first; none when it is no currency. A shared sign has one meaning in
 * a country that has one such currency. `country` is an ISO 3166-1 alpha-2 code.
 */
export function currenciesMeant(text: string, country: string | undefined): string[] {
  const sign = text.trim().toLowerCase()
  if (sign === '' || sign.length > longestSign) return []
  if (currencyDecimals.has(sign.toUpperCase())) return [sign.toUpperCase()]
  const one = Object.keys(only).find(code => (only[code] as string).split(' ').includes(sign))
  if (one) return [one]
  const by = shared.find(({ signs }) => signs.split(' ').includes(sign))?.by
  if (!by) return []
  const here = Object.keys(by).filter(
    code => country !== undefined && (by[code] as string).split(' ').includes(country),
  )
  return here.length > 0 ? here : Object.keys(by).slice(0, optionsShown)
}
