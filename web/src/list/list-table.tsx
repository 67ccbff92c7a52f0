import 'mantine-datatable/styles.css'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { useLayoutEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../ui/link.tsx'
import type { ListColumn, ListRow } from './list-types.ts'
import classes from './list.module.css'
import { ariaSort, type Sort } from './sorting.ts'

export interface ListTableProps<Row extends ListRow> {
  label: string
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  cell: (column: ListColumn<Row>, row: Row) => ReactNode
  sortable: (field: string) => boolean
  sorts: readonly Sort[]
  onSort: (field: string, add: boolean) => void
  rowLink: ((row: Row) => string | undefined) | undefined
  rowName: (row: Row) => string
  /** A row is about to be opened. */
  onOpen: (row: Row) => void
  /** Follows a row's link, for the click anywhere in the row. */
  onRowClick: (row: Row) => void
  selected: readonly Row[] | undefined
  onSelect: (rows: readonly Row[]) => void
  menu: ((row: Row) => ReactNode) | undefined
  /** Pixels. */
  rowHeight: number
  dimmed: boolean
  viewport: RefObject<HTMLDivElement | null>
}

/** Says the order on the header cell that it stands in. The table component draws that cell and knows nothing of `aria-sort`. */
function SortHeader({ label, sort, place, many, onSort }: { label: string; sort: 'ascending' | 'descending' | 'none'; place: Sort | undefined; many: number | undefined; onSort: (add: boolean) => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    button.current?.closest('th')?.setAttribute('aria-sort', sort)
  }, [sort])
  const Arrow = place?.direction === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <button ref={button} type="button" className={classes.sort} title={t('list:sort.hint')} onClick={(event) => onSort(event.shiftKey)}>
      <span className={classes.sortLabel}>{label}</span>
      <Arrow size={14} className={clsx(classes.arrow, place && classes.arrowOn)} aria-hidden="true" />
      {many !== undefined ? <span className={classes.sortPlace}><VisuallyHidden>{t(`list:sort.${place?.direction ?? 'asc'}`)} </VisuallyHidden>{many}</span> : null}
    </button>
  )
}

/** A click in a row goes to its page, unless it met something that does more, or marked text. */
const meansRow = (event: MouseEvent) => !(event.target as Element).closest('a,button,input,label,[role="menuitem"]') && !getSelection()?.toString()

const aligned = { start: 'left', center: 'center', end: 'right' } as const

/** The one place that draws tables of a list. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { t } = useTranslation()
  const { columns, rows, sorts, rowLink, rowName, menu, rowHeight } = props

  const drawn: DataTableColumn<Row>[] = columns.map((column, index) => {
    const place = sorts.findIndex((sort) => sort.field === column.field)
    return {
      accessor: column.field,
      title: props.sortable(column.field)
        ? <SortHeader label={column.header} sort={ariaSort(sorts, column.field)} place={sorts[place]} many={sorts.length > 1 && place >= 0 ? place + 1 : undefined} onSort={(add) => props.onSort(column.field, add)} />
        : column.header,
      ...(column.width ? { width: column.width } : {}),
      ...(column.align ? { textAlign: aligned[column.align] } : {}),
      ellipsis: true,
      render: (row) => {
        const to = index === 0 ? rowLink?.(row) : undefined
        const value = props.cell(column, row)
        return to ? <TextLink to={to} inherit className={classes.rowLink} data-row={row.id} onClick={() => props.onOpen(row)}>{value}</TextLink> : value
      },
    }
  })
  if (menu)
    drawn.push({
      accessor: '__actions__',
      title: <VisuallyHidden>{t('list:row.column')}</VisuallyHidden>,
      width: 48,
      textAlign: 'right',
      cellsClassName: classes.menuCell as string,
      render: (row) => menu(row),
    })

  const selection = props.selected
    ? {
        selectedRecords: props.selected as Row[],
        onSelectedRecordsChange: (chosen: Row[]) => props.onSelect(chosen),
        selectionTrigger: 'cell' as const,
        allRecordsSelectionCheckboxProps: { 'aria-label': t('list:select.page'), size: 'xs' as const },
        getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': t('list:select.row', { name: rowName(row) }), size: 'xs' as const }),
      }
    : {}

  return (
    <DataTable<Row>
      className={clsx(classes.table, props.dimmed && classes.dimmed)}
      style={{ '--tk-row': `${rowHeight}px` }}
      aria-label={props.label}
      aria-busy={props.dimmed}
      columns={drawn}
      records={rows as Row[]}
      {...(rowLink ? { onRowClick: ({ record, event }) => meansRow(event) && rowLink(record) && props.onRowClick(record) } : {})}
      rowClassName={(row) => (row.deleted_at ? classes.deleted : undefined)}
      highlightOnHover
      pinFirstColumn
      pinLastColumn={menu !== undefined}
      horizontalSpacing={12}
      rowBorderColor="var(--tk-line)"
      borderColor="var(--tk-line)"
      highlightOnHoverColor="var(--tk-hover)"
      backgroundColor="var(--tk-raised)"
      height="auto"
      noRecordsText=""
      scrollViewportRef={props.viewport}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list:scrollable', { title: props.label }) }, type: 'auto', offsetScrollbars: 'x' }}
      {...selection}
    />
  )
}
