import type { ReactNode } from 'react'
import type { TFunction } from '../i18n/translations.ts'
import type { Fact } from '../ui/fact-list.tsx'
import { fieldLabel } from '../ui/field-label.ts'
import { Time } from '../ui/time.tsx'

interface Times {
  created_at?: string
  updated_at?: string
  deleted_at?: string | null
  notes?: string | null
}

/**
 * The facts of a record by field, with the labels of their fields. With `row`, followed by when it was created, changed
 * and moved to the trash, and by its notes, as far as it has them. A field whose value is undefined is left out; null
 * shows as not set.
 */
export function recordFacts(t: TFunction, texts: string, facts: Record<string, ReactNode>, row: Times = {}): Fact[] {
  const times = (['created_at', 'updated_at', 'deleted_at'] as const).flatMap((field) =>
    row[field] ? [[field, <Time key={field} value={row[field]} />] as const] : [],
  )
  return [
    ...[...Object.entries(facts), ...times].flatMap(([field, value]) =>
      value === undefined ? [] : [{ label: fieldLabel(t, texts, field), value }],
    ),
    ...(row.notes ? [{ label: fieldLabel(t, texts, 'notes'), value: row.notes, wide: true }] : []),
  ]
}
