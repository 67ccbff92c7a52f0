import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import { useEffect, useRef, type CSSProperties, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { TextLink } from '../ui/link.tsx'
import { BelowLine } from './below-line.tsx'
import type { ListColumn, ListRow } from './list-types.ts'
import classes from './list-table.module.css'
import type { InlineCells } from './use-inline-edit.tsx'
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
  /** Called before a row is opened by its link. */
  onOpen: (row: Row) => void
  /** Opens a row, for a click anywhere in it. */
  onRowClick: (row: Row) => void
  /** Undefined where selected rows have no actions. */
  isSelected: ((row: Row) => boolean) | undefined
  /** `range`: with Shift, from the row clicked before. */
  onToggle: (row: Row, range: boolean) => void
  onTogglePage: () => void
  menu: ((row: Row) => ReactNode) | undefined
  inline?: InlineCells<Row> | undefined
  /** Pixels. */
  rowHeight: number
  dimmed: boolean
  viewport: RefObject<HTMLDivElement | null>
}

/** The default column width in pixels. */
const usualWidth = 160
/** Row height from which a second line fits. Pixels. */
const minTwoLines = 36
/** Pixels that columns give up together before the table scrolls sideways: page and list may both have a scrollbar. */
const scrollbarWidths = 26
const checkWidth = 44
const menuWidth = 48

/** The header of a sortable column. */
export function SortHeader({
  label,
  place,
  number,
  hint,
  onSort,
}: {
  label: string
  place: Sort | undefined
  /** The rank among several sorted columns. */ number: number | undefined
  hint?: string
  onSort: (add: boolean) => void
}) {
  const { t } = useTranslation()
  const Arrow = place?.direction === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.sort}
      title={hint ?? t('list:sort.hint')}
      onClick={(event) => onSort(event.shiftKey)}
    >
      <span className={classes.sortLabel}>{label}</span>
      <Arrow size={14} className={clsx(classes.arrow, place && classes.arrowOn)} aria-hidden="true" />
      {number !== undefined ? (
        <span className={classes.sortPosition}>
          <VisuallyHidden>{t(`list:sort.${place?.direction ?? 'asc'}`)} </VisuallyHidden>
          {number}
        </span>
      ) : null}
    </button>
  )
}

/** A click in a row opens its page, unless it hits a control or selects text. */
const meansRow = (event: MouseEvent) =>
  !(event.target as Element).closest('a,button,input,select,label,[role="menu"]') && !getSelection()?.toString()

/** Marks the sides at which more of the table is hidden, for the edges of sticky columns. */
export function useEdges(box: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const node = box.current
    if (!node) return
    const look = () => {
      const at = Math.abs(node.scrollLeft)
      node.toggleAttribute('data-before', at > 1)
      node.toggleAttribute('data-after', at + node.clientWidth < node.scrollWidth - 1)
    }
    look()
    const size = new ResizeObserver(look)
    size.observe(node)
    if (node.firstElementChild) size.observe(node.firstElementChild)
    node.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      node.removeEventListener('scroll', look)
    }
  }, [box])
}

const align = ({ align: textAlign }: { align?: CSSProperties['textAlign'] }): CSSProperties | undefined =>
  textAlign ? { textAlign } : undefined

/** The header cell of a column. */
function HeadCell<Row>({
  column,
  className,
  sorts,
  sortable,
  onSort,
}: {
  column: ListColumn<Row>
  className: string
  sorts: readonly Sort[]
  sortable: boolean
  onSort: (add: boolean) => void
}) {
  const place = sorts.findIndex((sort) => sort.field === column.field)
  return (
    <th
      scope="col"
      className={className}
      style={align(column)}
      {...(sortable ? { 'aria-sort': ariaSort(sorts, column.field) } : {})}
    >
      {sortable ? (
        <SortHeader
          label={column.header}
          place={sorts[place]}
          number={sorts.length > 1 && place >= 0 ? place + 1 : undefined}
          onSort={onSort}
        />
      ) : (
        <span className={classes.sortLabel} title={column.header}>
          {column.head ?? column.header}
        </span>
      )}
    </th>
  )
}

/** A row: the checkbox, the first cell as its header with the link, the other cells and the menu. */
function TableRow<Row extends ListRow>({ row, table }: { row: Row; table: ListTableProps<Row> }) {
  const { t } = useTranslation()
  const { isSelected, menu, inline } = table
  const to = table.rowLink?.(row)
  const on = isSelected?.(row) ?? false
  return (
    <tr
      data-selected={on || undefined}
      className={clsx(to && classes.linked, row.deleted_at && classes.deleted)}
      onKeyDown={inline ? (event) => inline.onKeyDown(event, row) : undefined}
      onClick={to ? (event) => meansRow(event) && table.onRowClick(row) : undefined}
    >
      {isSelected ? (
        <td className={clsx(classes.check, classes.start)}>
          <label>
            <input
              type="checkbox"
              aria-label={t('list:select.row', { name: table.rowName(row) })}
              checked={on}
              onChange={(event) => table.onToggle(row, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
            />
          </label>
        </td>
      ) : null}
      {table.columns.map((column, index) => {
        const value = table.cell(column, inline?.shown(row) ?? row)
        const withEditor = (content: ReactNode) => inline?.cell(column, row, content) ?? content
        if (index > 0)
          return (
            <td key={column.field} style={align(column)}>
              {withEditor(value)}
            </td>
          )
        return (
          <th
            key={column.field}
            scope="row"
            className={clsx(classes.start, isSelected && classes.second)}
            style={align(column)}
          >
            <span className={classes.first}>
              {withEditor(
                to ? (
                  <TextLink
                    to={to}
                    inherit
                    className={classes.link}
                    data-row={row.id}
                    onClick={() => table.onOpen(row)}
                  >
                    {value}
                  </TextLink>
                ) : (
                  <span className={classes.name}>{value}</span>
                ),
              )}
              <BelowLine column={column} row={row} />
            </span>
          </th>
        )
      })}
      {menu ? <td className={clsx(classes.menu, classes.end)}>{menu(row)}</td> : null}
    </tr>
  )
}

/**
 * The table of a list: a sticky header, sticky columns for the link and the actions, and a region that scrolls by
 * keyboard.
 */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { t } = useTranslation()
  const { columns, rows, sorts, isSelected, menu, rowHeight, viewport } = props
  useEdges(viewport)
  const chosen = isSelected ? rows.filter(isSelected).length : 0
  const pageBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (pageBox.current) pageBox.current.indeterminate = chosen > 0 && chosen < rows.length
  }, [chosen, rows.length])

  const sum = columns.reduce((total, column) => total + (column.width ?? usualWidth), 0)
  const fixed = (isSelected ? checkWidth : 0) + (menu ? menuWidth : 0)
  const share = (column: ListColumn<Row>) => `${(((column.width ?? usualWidth) / (sum + fixed)) * 100).toFixed(2)}%`

  return (
    <div
      ref={viewport}
      className={clsx(classes.region, props.dimmed && classes.dimmed)}
      role="group"
      aria-label={t('list:scrollable', { title: props.label })}
      tabIndex={0}
    >
      <table
        className={classes.table}
        data-one-line={rowHeight < minTwoLines || undefined}
        style={{ '--tk-row': `${rowHeight}px`, minInlineSize: sum + fixed - scrollbarWidths } as CSSProperties}
        aria-label={props.label}
        aria-busy={props.dimmed}
      >
        <colgroup>
          {isSelected ? <col style={{ width: checkWidth }} /> : null}
          {columns.map((column) => (
            <col key={column.field} style={{ width: share(column) }} />
          ))}
          {menu ? <col style={{ width: menuWidth }} /> : null}
        </colgroup>
        <thead>
          <tr>
            {isSelected ? (
              <td className={clsx(classes.check, classes.start)}>
                <label>
                  <input
                    ref={pageBox}
                    type="checkbox"
                    aria-label={t('list:select.page')}
                    checked={rows.length > 0 && chosen === rows.length}
                    onChange={props.onTogglePage}
                  />
                </label>
              </td>
            ) : null}
            {columns.map((column, index) => (
              <HeadCell
                key={column.field}
                column={column}
                className={clsx(index === 0 && [classes.start, isSelected && classes.second])}
                sorts={sorts}
                sortable={props.sortable(column.field)}
                onSort={(add) => props.onSort(column.field, add)}
              />
            ))}
            {menu ? (
              <th scope="col" className={classes.end}>
                <VisuallyHidden>{t('list:row.column')}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} table={props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
