import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loadChunk } from '../api/chunk.ts'
import type { BulkAction, JobAction, ListRow, ListScreenProps, ReportedAction, StartedAction } from './list-types.ts'
import { countOf, nothing, toBulk } from './selection.ts'
import { useBulkTrash } from './use-bulk-trash.tsx'
import type { ListSelection } from './use-list-selection.ts'
import type { ListState } from './use-list.ts'

const BulkDialog = lazy(() => loadChunk(() => import('./bulk-dialog.tsx')))
const JobDialog = lazy(() => loadChunk(() => import('./job-dialog.tsx')))

/** The actions of selected rows that the user may run, and the dialog with confirmation and report. */
export function useBulkActions<Row extends ListRow>(
  props: ListScreenProps<Row>,
  { search, company, live }: ListState<Row>,
  { selection, select }: ListSelection<Row['id']>,
  nameOf: (id: Row['id']) => string | undefined,
): {
  actions: readonly BulkAction<Row['id']>[]
  /** Those with a dialog of their own. */
  started: readonly StartedAction<Row['id']>[]
  run: (action: BulkAction<Row['id']>) => void
  /** Called when rows may have changed. */
  onDone: () => void
  dialog: ReactNode
} {
  const [requested, setRequested] = useState<ReportedAction<Row['id']> | JobAction<Row['id']> | null>(null)
  const bulkTrash = useBulkTrash(props, search.trashed)
  const actions = [...(props.bulk ?? []), ...bulkTrash].filter((action) => action.can)
  const onDone = () => {
    live.expectChange()
    select(nothing)
  }
  const common = {
    selection: toBulk(selection, { ...search, ...(company.id ? { company: company.id } : {}) }),
    count: countOf(selection),
    path: company.path.map((step) => step.name).join(' / '),
    onClose: () => setRequested(null),
    onDone,
  }
  return {
    actions:
      selection.kind === 'matching'
        ? actions.filter((action) => !('start' in action) || action.startMatching !== undefined)
        : actions,
    started: actions.filter((action) => 'start' in action),
    run: (action) => {
      if (!('start' in action)) return setRequested(action)
      if ('matching' in common.selection) return action.startMatching?.(common.selection.matching)
      if (selection.kind === 'ids')
        action.start(
          [...selection.ids].map((id) => ({ id, name: nameOf(id) ?? String(id) })),
          onDone,
        )
    },
    onDone,
    dialog: requested ? (
      <Suspense fallback={null}>
        {'job' in requested ? (
          <JobDialog action={requested} {...common} />
        ) : (
          <BulkDialog action={requested} nameOf={nameOf} {...common} />
        )}
      </Suspense>
    ) : null,
  }
}
