import clsx from 'clsx'
import type { ReactNode } from 'react'
import layout from './layout.module.css'
import classes from './simple-table.module.css'

export interface SimpleColumn<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Of its cells. */
  className?: string | undefined
}

/**
 * A table of a few rows, without the order, pages and selection of a list. The first column names the row. On a narrow
 * screen it scrolls sideways in a region of its own, which takes the focus.
 */
export function SimpleTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  busy = false,
  className = layout.scroll,
  tableClassName,
}: {
  /** Names the region and the table. */
  label: string
  columns: readonly SimpleColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** Whether newer rows are being read. */
  busy?: boolean
  /** Of the region. */
  className?: string | undefined
  /** Of the table, beside the common style. */
  tableClassName?: string | undefined
}) {
  const [first, ...others] = columns
  return (
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      <table className={clsx(layout.table, classes.table, tableClassName)} aria-label={label} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map(({ key, header }) => (
              <th key={key} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              <th scope="row" className={first?.className}>
                {first?.cell(row)}
              </th>
              {others.map(({ key, cell, className: own }) => (
                <td key={key} className={own}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
