import { message } from '@trunkline/contract/errors'
import { addressHistory } from '@trunkline/contract/resources/address-history'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { textOf } from '../../i18n/messages.ts'
import { instantOf } from '../../ui/time-format.ts'

/** What the form holds. Times are readings of a clock in the user's zone, `2026-02-04T14:05` with or without seconds. */
export interface HistoryForm {
  address: string
  mode: 'at' | 'range'
  at: string
  from: string
  to: string
  port: string
  reference: string
}

/** A query as it stands in the address of the page: instants in UTC. The reference is not among them. */
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

/** The query in search parameters; undefined where address or time are missing. */
export function readQuery(search: Record<string, unknown>): HistoryQuery | undefined {
  const address = text(search['address']).trim()
  const at = instant(search['at'])
  const [from, to] = [instant(search['from']), instant(search['to'])]
  const port = /^\d{1,5}$/.test(text(search['port'])) ? { port: Number(search['port']) } : {}
  if (address === '') return undefined
  if (at !== undefined) return { address, at, ...port }
  return from !== undefined && to !== undefined ? { address, from, to, ...port } : undefined
}

/** What a clock in `zone` shows at an instant, as a field of type datetime-local takes it. */
export function readingOf(iso: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(new Date(iso))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '00'
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}

/** The instant that a field names; undefined while it is empty. */
export const instantIn = (reading: string, zone: string): string | undefined =>
  reading === '' ? undefined : instantOf(reading, zone)

/** The form of a query, with empty fields for what the address does not hold. */
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

/** The query of a form, and its errors by field, as texts. */
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
