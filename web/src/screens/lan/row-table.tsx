import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { deviceFieldLabel } from './field-label.ts'
import classes from './lan.module.css'
import { Value } from './value.tsx'

export interface Column<Row> {
  /** Of the row, or any other name with its own `render`. */
  key: string
  /** Default: the text `field.<key>` of the feature or of the LAN. */
  label?: string
  /** Default: the value of the key. */
  render?: (row: Row) => ReactNode
  align?: 'end'
}

/** Properties of the rows, or columns with their own label and content. */
export type RowColumns<Row> = readonly (Column<Row> | (keyof Row & string))[]

/** Rows of a device: a table, or cards on a narrow page. The first column names the row. */
export function RowTable<Row>({
  label,
  rows,
  idOf,
  columns,
  actions,
  below,
  selected,
  feature = 'lan',
}: {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  columns: RowColumns<Row>
  actions?: ((row: Row) => ReactNode) | undefined
  /** An editor, or the result of a command. */
  below?: (row: Row) => ReactNode
  selected?: string | undefined
  /** Feature with the labels of the columns. */
  feature?: string
}) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const all = columns.map((column) => {
    const { key, label, render, align } = typeof column === 'string' ? ({ key: column } as Column<Row>) : column
    return {
      key,
      align,
      label: label ?? deviceFieldLabel(t, feature, key),
      render: render ?? ((row: Row) => <Value of={row[key as keyof Row]} field={key} />),
    }
  })
  const [first, ...rest] = all
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
    <div className={classes.tableRegion} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {all.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.label}
              </th>
            ))}
            {actions ? (
              <th scope="col">
                <VisuallyHidden>{t('lan:actions')}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const detail = below?.(row)
            return (
              <Fragment key={idOf(row)}>
                <tr data-selected={selected === idOf(row) || undefined} data-open={detail ? true : undefined}>
                  <th scope="row">{first?.render(row)}</th>
                  {rest.map((column) => (
                    <td key={column.key} data-align={column.align}>
                      {column.render(row)}
                    </td>
                  ))}
                  {actions ? <td className={classes.rowActions}>{actions(row)}</td> : null}
                </tr>
                {detail ? (
                  <tr>
                    <td colSpan={columns.length + (actions ? 1 : 0)} className={classes.detail}>
                      {detail}
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
