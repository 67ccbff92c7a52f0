import type { ListColumn } from './list-types.ts'
import classes from './list-table.module.css'

/** The second line of a first cell; nothing where no part has a value. */
export function BelowLine<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  const text = column.below?.(row).filter(Boolean).join(' · ')
  return text ? (
    <span className={classes.below} title={text}>
      {text}
    </span>
  ) : null
}
