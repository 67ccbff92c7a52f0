import currencies from 'currency-codes'
import type { Choice, Locale } from './labels.ts'

/** ISO 4217 codes that are not used for billing: metals, bond units, test codes, fund and accounting units. */
const notMoney = new Set([
  'XAU',
  'XAG',
  'XPT',
  'XPD',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XTS',
  'XXX',
  'XDR',
  'XSU',
  'XUA',
  'BOV',
  'CHE',
  'CHW',
  'CLF',
  'COU',
  'MXV',
  'USN',
  'UYI',
  'UYW',
])

const known = currencies.data.filter(({ code }) => !notMoney.has(code))
const codes = new Set(known.map(({ code }) => code))

/** Currencies of ISO 4217 with their decimal digits, by code. */
export const currencyList = known
  .map(({ code, currency, digits }) => ({ id: code, name: currency, digits }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))

const choices = (locale: Locale): Choice[] => {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return currencyList.map(({ id, name }) => ({ id, name: `${id} - ${names.of(id) ?? name}` }))
}

export const currencyChoices: Record<Locale, Choice[]> = { en: choices('en'), de: choices('de') }

/** Whether the code is an ISO 4217 currency for payments. */
export const isCurrency = (code: string): boolean => codes.has(code)
