import { useRef, useState } from 'react'
import type { RowId } from './list-types.ts'
import { isSelected, nothing, togglePage, toggleRange, toggleRow, type Selection } from './selection.ts'

export type ListSelection<Id extends RowId> = ReturnType<typeof useListSelection<Id>>

/** The selected rows of a list. A selection belongs to one filter (`scope`); pages of a filter share it. */
export function useListSelection<Id extends RowId>(scope: string, pageIds: readonly Id[]) {
  const [chosen, setChosen] = useState<{ of: string; selection: Selection<Id> }>({ of: '', selection: nothing })
  const lastToggled = useRef<number | undefined>(undefined)
  const selection: Selection<Id> = chosen.of === scope ? chosen.selection : nothing
  const select = (next: Selection<Id>) => setChosen({ of: scope, selection: next })
  const toggle = (id: Id) => select(toggleRow(selection, id, pageIds))
  return {
    selection,
    select,
    has: (id: Id) => isSelected(selection, id),
    toggle,
    /** With `range`, from the row that was toggled before. */
    toggleTo: (id: Id, range: boolean) => {
      const at = pageIds.indexOf(id)
      const from = lastToggled.current
      if (range && from !== undefined && from < pageIds.length) select(toggleRange(selection, from, at, pageIds))
      else toggle(id)
      lastToggled.current = at
    },
    togglePage: () => select(togglePage(selection, pageIds)),
  }
}
