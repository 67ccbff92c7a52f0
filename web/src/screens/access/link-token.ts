import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** What an e-mailed link carries. */
export interface LinkToken {
  token: string
  id: number
}

const stateKey = 'trunklineLink'

/** The token of a link, from the parts of its path; null where one is missing or can't be one. */
export function linkOf(token: string | undefined, id: string | undefined): LinkToken | null {
  if (!token || token.length < 16 || token.length > 256 || !/^\d{1,15}$/.test(id ?? '')) return null
  return { token, id: Number(id) }
}

function keptLink(): LinkToken | null {
  const stored = (history.state as Record<string, unknown> | null)?.[stateKey] as Partial<LinkToken> | undefined
  return typeof stored?.token === 'string' && typeof stored.id === 'number'
    ? { token: stored.token, id: stored.id }
    : null
}

/**
 * Takes the token out of the address bar, where it would be read over a shoulder, bookmarked or copied along, and keeps
 * it with the entry of the tab's history, so that a reload still knows it. Asked of the prototype, because the router
 * listens on `window.history` and would take the change for a navigation.
 */
function hide(link: LinkToken, path: string): void {
  History.prototype.replaceState.call(
    window.history,
    { ...(history.state as object | null), [stateKey]: link },
    '',
    path,
  )
}

/** The token of the link that opened the page. With `cleanPath`, it is taken out of the address. */
export function useLinkToken(cleanPath?: string): LinkToken | null {
  const { token, id } = useParams({ strict: false }) as { token?: string; id?: string }
  const [link] = useState(() => linkOf(token, id) ?? keptLink())
  useEffect(() => {
    if (link && cleanPath) hide(link, cleanPath)
  }, [link, cleanPath])
  return link
}

/** Codes by which the server says that a link has had its day; a malformed one is no better. */
export const isDeadLink = (code: string | undefined): boolean =>
  code === 'link_invalid' || code === 'not_found' || code === 'validation_failed'
