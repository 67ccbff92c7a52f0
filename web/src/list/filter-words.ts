import type { FieldType, ListDefinition } from '@trunkline/contract/endpoint'
import type { Operator } from '@trunkline/contract/list'
import type { TFunction } from '../i18n/translations.ts'
import { dayIn, endOfDay, formatDay, startOfDay } from '../ui/time-format.ts'
import type { FilterTerm } from './filter-terms.ts'

/** The kind of filter of a field. */
export type EditorKind = 'choices' | 'boolean' | 'days' | 'text' | 'number'

export const editorOf = (type: FieldType): EditorKind =>
  Array.isArray(type)
    ? 'choices'
    : type === 'boolean'
      ? 'boolean'
      : type === 'time' || type === 'day'
        ? 'days'
        : type === 'text'
          ? 'text'
          : 'number'

/** Fields with an editor. Plain ids come last: they are rarely needed. */
export function filterFields(definition: ListDefinition, without: readonly string[] = []): string[] {
  const fields = Object.keys(definition.fields).filter((field) => !without.includes(field))
  return [
    ...fields.filter((field) => definition.fields[field] !== 'id'),
    ...fields.filter((field) => definition.fields[field] === 'id'),
  ]
}

/** The days of a range as in the inputs; an open end is empty. */
export interface DayRange {
  from: string
  to: string
}

/** The term of a range of days, both ends included. For a time field, days are in the user's time zone. */
export function dayTerm(field: string, type: FieldType, { from, to }: DayRange, zone: string): FilterTerm {
  const first = from && (type === 'day' ? from : startOfDay(from, zone))
  const last = to && (type === 'day' ? to : endOfDay(to, zone))
  if (first && last) return { field, operator: 'between', values: [first, last] }
  return first ? { field, operator: '>=', values: [first] } : { field, operator: '<=', values: [last] }
}

/** The days of a term, for the editor. */
export function daysOf(term: FilterTerm | undefined, type: FieldType, zone: string): DayRange {
  const day = (value: string | undefined) =>
    !value
      ? ''
      : type === 'day' || value.length === 10
        ? value.slice(0, 10)
        : Number.isNaN(Date.parse(value))
          ? ''
          : dayIn(value, zone)
  if (!term) return { from: '', to: '' }
  if (term.operator === 'between') return { from: day(term.values[0]), to: day(term.values[1]) }
  if (term.operator === '<=') return { from: '', to: day(term.values[0]) }
  if (term.operator === '>=') return { from: day(term.values[0]), to: '' }
  return { from: day(term.values[0]), to: day(term.values[0]) }
}

const textOperators: readonly Operator[] = ['like', 'ilike']

/** A term as text: "Type is Client or Reseller", "Created from 4 Feb 2026". */
export function termLabel(
  term: FilterTerm,
  of: {
    t: TFunction
    definition: ListDefinition
    label: (field: string) => string
    valueLabel: (field: string, value: string) => string
    language: string
    zone: string
  },
): string {
  const { t, definition, language, zone } = of
  const type = definition.fields[term.field] ?? 'text'
  const label = of.label(term.field)
  const kind = editorOf(type)
  if (kind === 'boolean')
    return t(`list:term.${/^(1|true|yes)$/i.test(term.values[0] ?? '') ? 'yes' : 'no'}`, { label })
  if (kind === 'choices')
    return t('list:term.is', {
      label,
      value: new Intl.ListFormat(language, { type: 'disjunction' }).format(
        term.values.map((value) => of.valueLabel(term.field, value)),
      ),
    })
  if (kind === 'days') {
    const { from, to } = daysOf(term, type, zone)
    const day = (value: string) => formatDay(value, language, zone)
    if (from && to)
      return from === to
        ? t('list:term.on', { label, value: day(from) })
        : t('list:term.between', { label, from: day(from), to: day(to) })
    return from ? t('list:term.from', { label, value: day(from) }) : t('list:term.until', { label, value: day(to) })
  }
  const value = term.values.join(', ')
  if (term.operator === 'between') return t('list:term.between', { label, from: term.values[0], to: term.values[1] })
  if (term.operator === '>=') return t('list:term.from', { label, value })
  if (term.operator === '<=') return t('list:term.until', { label, value })
  return t(textOperators.includes(term.operator) ? 'list:term.contains' : 'list:term.is', { label, value })
}
