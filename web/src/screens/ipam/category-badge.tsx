import clsx from 'clsx'
import classes from './category-badge.module.css'

/** The dot of a category's colour. Never alone: the name stands beside it. */
export function ColourDot({ colour, large = false }: { colour: string | null; large?: boolean }) {
  return (
    <span
      className={clsx(classes.dot, large && classes.large, classes[colour ?? 'grey'] ?? classes.grey)}
      aria-hidden="true"
    />
  )
}

/** A subnet category: its colour and its name. */
export function CategoryBadge({ name, colour }: { name: string; colour: string | null }) {
  return (
    <span className={clsx(classes.badge, classes[colour ?? 'grey'] ?? classes.grey)}>
      <span className={classes.inner} aria-hidden="true" />
      <span className={classes.text}>{name}</span>
    </span>
  )
}
