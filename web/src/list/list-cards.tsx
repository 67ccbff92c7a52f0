import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { TextLink } from '../ui/link.tsx'
import { BelowLine } from './below-line.tsx'
import type { ListColumn, ListRow } from './list-types.ts'
import classes from './list.module.css'

/** Rows on a narrow screen, as cards with the title as link, the status and the facts. */
export function ListCards<Row extends ListRow>({
  label,
  rows,
  columns,
  cell,
  rowLink,
  rowName,
  onOpen,
  isSelected,
  onToggle,
  menu,
  dimmed,
}: {
  label: string
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  cell: (column: ListColumn<Row>, row: Row) => ReactNode
  rowLink: ((row: Row) => string | undefined) | undefined
  rowName: (row: Row) => string
  onOpen: (row: Row) => void
  isSelected: ((row: Row) => boolean) | undefined
  onToggle: (row: Row) => void
  menu: ((row: Row) => ReactNode) | undefined
  dimmed: boolean
}) {
  const { t } = useTranslation()
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const status = columns.find((column) => column.card === 'status')
  const facts = columns.filter((column) => column.card === 'fact')
  if (!title) return null
  return (
    <ul className={clsx(classes.cards, dimmed && classes.dimmed)} aria-label={label} aria-busy={dimmed}>
      {rows.map((row) => {
        const to = rowLink?.(row)
        return (
          <li key={row.id} className={clsx(classes.card, row.deleted_at && classes.deleted)}>
            <div className={classes.cardHead}>
              {isSelected ? (
                <label className={classes.cardCheck}>
                  <input
                    type="checkbox"
                    aria-label={t('list:select.row', { name: rowName(row) })}
                    checked={isSelected(row)}
                    onChange={() => onToggle(row)}
                  />
                </label>
              ) : null}
              <div className={classes.cardTitle}>
                {to ? (
                  <TextLink to={to} inherit className={classes.rowLink} data-row={row.id} onClick={() => onOpen(row)}>
                    {cell(title, row)}
                  </TextLink>
                ) : (
                  cell(title, row)
                )}
                <BelowLine column={title} row={row} />
              </div>
              {menu?.(row)}
            </div>
            <div className={classes.cardBody}>
              {status ? <div>{cell(status, row)}</div> : null}
              {facts.length > 0 ? (
                <dl className={classes.cardFacts}>
                  {facts.map((column) => (
                    <div key={column.field}>
                      <dt>{column.header}</dt>
                      <dd>{cell(column, row)}</dd>
                    </div>
                  ))}
                </dl>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
