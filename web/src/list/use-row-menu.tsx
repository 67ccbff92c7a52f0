import type { ReactNode } from 'react'
import type { ListRow, ListScreenProps, RowAction, StartedAction } from './list-types.ts'
import { RowMenu } from './row-menu.tsx'
import { useTrash } from './use-trash.tsx'

/** The menu of a row: its own actions, the bulk actions that start with one row, and those of the trash. */
export function useRowMenu<Row extends ListRow>(
  { rowActions, trash }: Pick<ListScreenProps<Row>, 'rowActions' | 'trash'>,
  { started, onDone }: { started: readonly StartedAction<Row['id']>[]; onDone: () => void },
  {
    rowName,
    remember,
    expectChange,
  }: {
    rowName: (row: Row) => string
    /** Called before an action runs. */
    remember: (row: Row) => void
    expectChange: () => void
  },
): { menu: ((row: Row, tabIndex?: number) => ReactNode) | undefined; dialog: ReactNode } {
  const trashActions = useTrash(trash, rowName, expectChange)
  const startedFor = (row: Row): RowAction[] =>
    started.map(({ key, label, icon, tone, start }) => ({
      key,
      label,
      icon,
      ...(tone ? { tone } : {}),
      onClick: () => start([{ id: row.id, name: rowName(row) }], onDone),
    }))
  const menu = (row: Row, tabIndex?: number) => {
    const of = () => [
      ...(row.deleted_at ? [] : [...(rowActions?.(row) ?? []), ...startedFor(row)]),
      ...trashActions.actions(row),
    ]
    const onAct = () => {
      remember(row)
      expectChange()
    }
    return of().length > 0 ? <RowMenu name={rowName(row)} actions={of} onAct={onAct} tabIndex={tabIndex} /> : null
  }
  return { menu: rowActions || trash || started.length ? menu : undefined, dialog: trashActions.dialog }
}
