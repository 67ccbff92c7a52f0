import { Button } from '@mantine/core'
import { IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { useGo } from '../ui/navigation.ts'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ListCards } from './list-cards.tsx'
import { ListTable } from './list-table.tsx'
import type { ListRow, ListScreenProps, TreeDraw } from './list-types.ts'
import type { ColumnState } from './use-columns.ts'
import type { InlineCells } from './use-inline-edit.tsx'
import type { ListChanges } from './use-list-changes.ts'
import type { ListSelection } from './use-list-selection.ts'
import type { ListTexts } from './use-list-texts.tsx'
import type { ListState } from './use-list.ts'

/** The rows of a list as a tree, cards or a table; or why there are none: loading, an error, no match, no rows yet. */
export function ListBody<Row extends ListRow>({
  screen: { title, columns, empty, rowLink, tree },
  list,
  columnState: { shown, rowHeight, ready },
  texts: { cell, rowName },
  narrow,
  viewport,
  remember,
  selected,
  selectable,
  menu,
  createButton,
  changes,
  inline,
}: {
  screen: ListScreenProps<Row>
  list: ListState<Row>
  columnState: ColumnState<Row>
  texts: ListTexts<Row>
  selected: ListSelection<Row['id']>
  /** Whether selected rows have actions. */
  selectable: boolean
  createButton: ReactNode
  changes: ListChanges
  inline: InlineCells<Row> | undefined
} & Pick<TreeDraw<Row>, 'narrow' | 'viewport' | 'remember' | 'menu'>) {
  const { t } = useTranslation()
  const go = useGo()
  const { definition, dimmed, page, result, sorts } = list
  const isSelected = selectable ? (row: Row) => selected.has(row.id) : undefined

  if (result.isError && !list.stale)
    return (
      <ErrorNotice error={result.error} title={t('list:failed')} retry={() => void result.refetch()}>
        {list.narrowed ? (
          <Button variant="subtle" size="sm" onClick={changes.clear}>
            {t('list:filter.clear')}
          </Button>
        ) : null}
      </ErrorNotice>
    )
  if (!page || !ready)
    return <TableSkeleton rows={10} columns={Math.min(shown.length, narrow ? 2 : 6)} rowHeight={rowHeight} />
  const rows = page.data
  if (rows.length === 0)
    return list.narrowed ? (
      <EmptyState icon={<IconSearchOff size={20} />} title={t('list:noMatch.title')} text={t('list:noMatch.text')}>
        <Button variant="default" onClick={changes.clear}>
          {t('list:filter.clear')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState icon={empty.icon ?? <IconInbox size={20} />} title={empty.title} text={empty.text}>
        {empty.action ?? createButton}
      </EmptyState>
    )
  const sortable = (field: string) =>
    definition.sort.includes(field) && columns.find((column) => column.field === field)?.sort !== false
  const table = {
    label: title,
    rows,
    columns: shown,
    cell,
    sortable,
    sorts,
    onSort: changes.sort,
    menu,
    rowHeight,
    viewport,
  }
  const { total, per_page: perPage, current_page: current } = page.meta.pagination
  if (tree && !list.narrowed)
    return tree.draw({ ...table, before: perPage * (current - 1), total, remember, narrow, dimmed })
  if (narrow)
    return (
      <ListCards
        label={title}
        rows={rows}
        columns={columns}
        cell={cell}
        rowLink={rowLink}
        rowName={rowName}
        onOpen={remember}
        isSelected={isSelected}
        onToggle={(row) => selected.toggle(row.id)}
        menu={menu}
        dimmed={dimmed}
      />
    )
  return (
    <ListTable
      {...table}
      inline={inline}
      dimmed={dimmed}
      rowLink={rowLink}
      rowName={rowName}
      onOpen={remember}
      onRowClick={(row) => {
        remember(row)
        const to = rowLink?.(row)
        if (to !== undefined) void go(to)
      }}
      isSelected={isSelected}
      onToggle={(row, range) => selected.toggleTo(row.id, range)}
      onTogglePage={selected.togglePage}
    />
  )
}
