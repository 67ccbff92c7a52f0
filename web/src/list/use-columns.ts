import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { densities, type Density } from './density.ts'
import { defaultChoice, readChoice, sameChoice, shownFields, type ColumnChoice } from './columns.ts'
import type { ListColumn } from './list-types.ts'
import { usePreferences } from './use-preference.ts'

export type ColumnState<Row> = ReturnType<typeof useColumns<Row>>

/** The user's columns and row height of a list. */
export function useColumns<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  const preferences = usePreferences()
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const stored = preferences.get(`columns.${list}`)
  const choice = useMemo(() => readChoice(stored, columns), [stored, columns])
  const shown = useMemo(
    () => shownFields(choice).flatMap((field) => columns.find((column) => column.field === field) ?? []),
    [choice, columns],
  )
  const preferred = preferences.get('lists')?.density
  const density: Density =
    typeof preferred === 'string' && preferred in densities ? (preferred as Density) : 'comfortable'
  return {
    ready: preferences.ready,
    choice,
    shown,
    setChoice: (next: ColumnChoice) =>
      preferences.set(
        `columns.${list}`,
        sameChoice(next, defaultChoice(columns)) ? null : { order: next.order, hidden: next.hidden },
      ),
    reset: () => preferences.set(`columns.${list}`, null),
    density,
    // Touch needs 44 px (WCAG 2.2, 2.5.8), regardless of the setting.
    rowHeight: touch ? densities.comfortable : densities[density],
    setDensity: touch
      ? undefined
      : (next: Density) => preferences.set('lists', { ...preferences.get('lists'), density: next }),
  }
}
