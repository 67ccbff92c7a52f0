import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './lan.module.css'

export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  align?: 'end'
}

/**
 * Rows of a router: a table, and cards where the page is narrow. The first column names the row. What is done to a row
 * opens below it, in its place.
 */
export function RowTable<Row>({
  label,
  rows,
  idOf,
  columns,
  actions,
  below,
  selected,
}: {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  columns: readonly Column<Row>[]
  actions?: ((row: Row) => ReactNode) | undefined
  /** An editor, or the end of what was asked for. */
  below?: (row: Row) => ReactNode
  /** The row that the page is about just now. */
  selected?: string | undefined
}) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [first, ...rest] = columns
  if (narrow)
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={idOf(row)} data-selected={selected === idOf(row) || undefined}>
            <div className={classes.cardHead}>
              <strong>{first?.render(row)}</strong>
              <span className={classes.rowActions}>{actions?.(row)}</span>
            </div>
            <dl>
              {rest.map((column) => (
                <div key={column.key}>
                  <dt>{column.label}</dt>
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
            </dl>
            {below?.(row)}
          </li>
        ))}
      </ul>
    )
  return (
    <div className={classes.tableRegion} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.label}
              </th>
            ))}
            {actions ? (
              <th scope="col">
                <span className={classes.unseen}>{t('lan:actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const under = below?.(row)
            return (
              <Fragment key={idOf(row)}>
                <tr data-selected={selected === idOf(row) || undefined} data-open={under ? true : undefined}>
                  <th scope="row">{first?.render(row)}</th>
                  {rest.map((column) => (
                    <td key={column.key} data-align={column.align}>
                      {column.render(row)}
                    </td>
                  ))}
                  {actions ? <td className={classes.rowActions}>{actions(row)}</td> : null}
                </tr>
                {under ? (
                  <tr>
                    <td colSpan={columns.length + (actions ? 1 : 0)} className={classes.under}>
                      {under}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
