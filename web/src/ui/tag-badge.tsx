import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import type { TagLabel } from '@trunkline/contract/labels'
import clsx from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import classes from './tag-badge.module.css'
import { tagShades } from './tag-colours.ts'

/** A tag in its colour, with a button that removes it (`remove`) in inputs. */
export function TagBadge({ name, colour, remove }: Pick<TagLabel, 'name' | 'colour'> & { remove?: ReactNode }) {
  const scheme = useComputedColorScheme('light')
  const [text, back] = tagShades[colour][scheme]
  return (
    <span className={classes.tag} style={{ '--tag-text': text, '--tag-back': back } as CSSProperties} title={name}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.text}>{name}</span>
      {remove}
    </span>
  )
}

/** Characters of names that fit into a row of a list, with those that the border of a badge takes. */
const rowLength = 16
const badgeLength = 4

/** The number of tags whose names fit into a row; at least one. */
function fittingIn(tags: readonly TagLabel[], max: number): number {
  let used = 0
  const over = tags.findIndex(({ name }) => (used += name.length + badgeLength) > max)
  return over < 0 ? tags.length : Math.max(over, 1)
}

/**
 * The tags of a record; in the row of a list those that fit on its line, and the number of the others. Nothing where it
 * has none.
 */
export function TagBadges({ tags, inRow = false }: { tags: readonly TagLabel[]; inRow?: boolean }) {
  if (tags.length === 0) return null
  const fitting = inRow ? fittingIn(tags, rowLength) : tags.length
  const others = tags.slice(fitting).map(({ name }) => name)
  return (
    <span className={clsx(classes.tags, inRow && classes.row)}>
      {tags.slice(0, fitting).map((tag) => (
        <TagBadge key={tag.id} {...tag} />
      ))}
      {others.length > 0 ? (
        <span className={classes.others} title={others.join(', ')}>
          +{others.length}
          <VisuallyHidden>: {others.join(', ')}</VisuallyHidden>
        </span>
      ) : null}
    </span>
  )
}
