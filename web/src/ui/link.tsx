import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode, Ref } from 'react'

export interface LinkTarget {
  /** A path of `paths.ts`. */
  to: string
  search?: Record<string, unknown> | undefined
}

type LinkOptions = LinkTarget & {
  children?: ReactNode
  onClick?: MouseEventHandler
  ref?: Ref<HTMLAnchorElement>
  'aria-label'?: string
  title?: string
  tabIndex?: number
}

/**
 * Paths of `paths.ts` are finished strings with ids. The router's types only know route patterns, so the cast is here
 * only.
 */
const linkProps = (to: string, search: Record<string, unknown> | undefined) => ({
  to: to as never,
  ...(search ? { search: search as never } : {}),
})

/** A link in running text or in a table cell. */
export function TextLink({ to, search, ...rest }: LinkOptions & AnchorProps) {
  return <Anchor component={Link} {...linkProps(to, search)} {...rest} />
}

/** An unstyled link, for cards and rows. */
export function PlainLink({
  to,
  search,
  className,
  exact = false,
  ...rest
}: LinkOptions & {
  className?: string | undefined
  'aria-current'?: 'true' | 'page'
  /** Current only with exactly this search: for links that differ only in it. */
  exact?: boolean
}) {
  return (
    <Link
      {...linkProps(to, search)}
      className={className}
      {...(exact ? { activeOptions: { exact: true, includeSearch: true } } : {})}
      {...rest}
    />
  )
}

/** A link that looks like a button, with an optional icon before its label. */
export function LinkButton({ to, search, icon: Shape, ...rest }: LinkOptions & ButtonProps & { icon?: Icon }) {
  const section = Shape && { leftSection: <Shape size={16} aria-hidden="true" /> }
  return <Button component={Link} {...linkProps(to, search)} {...section} {...rest} />
}
