import { message } from '@trunkline/contract/errors'
import { addressHistory } from '@trunkline/contract/resources/address-history'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { textOf } from '../../i18n/messages.ts'
import { instantOf } from '../../ui/time-format.ts'

/** The values of the form. Times are local times in the user's zone, `2026-02-04T14:05` with or without seconds. */
export interface HistoryForm {
  address: string
  mode: 'at' | 'range'
  at: string
  from: string
  to: string
  port: string
  reference: string
}

/** The query in the URL, without the reference. Instants are in UTC. */
export interface HistoryQuery {
  address: string
  at?: string
  from?: string
  to?: string
  port?: number
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const instant = (value: unknown): string | undefined => {
  const time = Date.parse(text(value))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The query in search parameters; undefined without an address or a time. */
export function readQuery(search: Record<string, unknown>): HistoryQuery | undefined {
  const address = text(search['address']).trim()
  const at = instant(search['at'])
  const [from, to] = [instant(search['from']), instant(search['to'])]
  const port = /^\d{1,5}$/.test(text(search['port'])) ? { port: Number(search['port']) } : {}
  if (address === '') return undefined
  if (at !== undefined) return { address, at, ...port }
  return from !== undefined && to !== undefined ? { address, from, to, ...port } : undefined
}

/** An instant as the value of a datetime-local field in `zone`: `2026-02-04T14:05:09`. Swedish dates are ISO 8601. */
export const readingOf = (iso: string, zone: string): string =>
  new Date(iso).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')

/** The instant of a field, as ISO time; undefined while it is empty. */
export const instantIn = (reading: string, zone: string): string | undefined =>
  reading === '' ? undefined : instantOf(reading, zone)

/** The form of the query in search parameters; missing fields are empty. */
export function formOf(search: Record<string, unknown>, zone: string): HistoryForm {
  const reading = (value: unknown) => {
    const at = instant(value)
    return at === undefined ? '' : readingOf(at, zone)
  }
  return {
    address: text(search['address']),
    mode: search['from'] !== undefined || search['to'] !== undefined ? 'range' : 'at',
    at: reading(search['at']),
    from: reading(search['from']),
    to: reading(search['to']),
    port: text(search['port']),
    reference: '',
  }
}

/** The query of a form, and the texts of its errors by field. */
export function queryOf(form: HistoryForm, zone: string): { query: HistoryQuery; errors: FieldErrors } {
  const range = form.mode === 'range'
  const [at, from, to] = [instantIn(form.at, zone), instantIn(form.from, zone), instantIn(form.to, zone)]
  const query: HistoryQuery = {
    address: form.address.trim(),
    ...(!range && at !== undefined && { at }),
    ...(range && from !== undefined && { from }),
    ...(range && to !== undefined && { to }),
    ...(form.port.trim() !== '' && { port: Number(form.port) }),
  }
  const errors = schemaErrors(addressHistory.index.query, { ...query, reference: form.reference })
  const required = (field: 'at' | 'from' | 'to', value: string | undefined) => {
    if (value === undefined) errors[field] ??= textOf(message('field.required'))
  }
  if (range) {
    required('from', from)
    required('to', to)
  } else required('at', at)
  if (query.address === '') errors['address'] = textOf(message('field.required'))
  return { query, errors }
}
