import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
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
 * Paths come from `paths.ts` as finished strings, with their ids in them. The router's own type knows only route
 * patterns, so this is the one place that says so.
 */
const linkProps = (to: string, search: Record<string, unknown> | undefined) => ({
  to: to as never,
  ...(search ? { search: search as never } : {}),
})

/** A link in running text or in a table cell. */
export function TextLink({ to, search, ...rest }: LinkOptions & AnchorProps) {
  return <Anchor component={Link} {...linkProps(to, search)} {...rest} />
}

/** A link without a look of its own, for cards and rows that bring theirs. */
export function PlainLink({
  to,
  search,
  className,
  exact = false,
  ...rest
}: LinkOptions & {
  className?: string | undefined
  'aria-current'?: 'true' | 'page'
  /** It is the present page only with just this search: for links that differ in nothing else. */
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

/** A link that looks like a button: what it does is going somewhere. */
export function LinkButton({ to, search, ...rest }: LinkOptions & ButtonProps) {
  return <Button component={Link} {...linkProps(to, search)} {...rest} />
}
