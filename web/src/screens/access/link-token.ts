import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The parameters of an e-mailed link. */
export interface LinkToken {
  token: string
  id: number
}

const stateKey = 'trunklineLink'

/** The token of a link from the parts of its path; null if one is missing or malformed. */
export function linkOf(token: string | undefined, id: string | undefined): LinkToken | null {
  if (!token || token.length < 16 || token.length > 256 || !/^\d{1,15}$/.test(id ?? '')) return null
  return { token, id: Number(id) }
}

function storedLink(): LinkToken | null {
  const stored = (history.state as Record<string, unknown> | null)?.[stateKey] as Partial<LinkToken> | undefined
  return typeof stored?.token === 'string' && typeof stored.id === 'number'
    ? { token: stored.token, id: stored.id }
    : null
}

/**
 * Removes the token from the address bar, where it could be read, bookmarked or copied, and stores it in the entry of the
 * tab's history, so that a reload finds it. Called on the prototype, because the router patches `window.history` and
 * would treat the change as a navigation.
 */
function hideToken(link: LinkToken, path: string): void {
  History.prototype.replaceState.call(
    window.history,
    { ...(history.state as object | null), [stateKey]: link },
    '',
    path,
  )
}

/** The token of the link that opened the page. With `cleanPath`, it is removed from the address. */
export function useLinkToken(cleanPath?: string): LinkToken | null {
  const { token, id } = useParams({ strict: false }) as { token?: string; id?: string }
  const [link] = useState(() => linkOf(token, id) ?? storedLink())
  useEffect(() => {
    if (link && cleanPath) hideToken(link, cleanPath)
  }, [link, cleanPath])
  return link
}

/** Whether an error code means that the link is used, expired or malformed. */
export const isInvalidLink = (code: string | undefined): boolean =>
  code === 'link_invalid' || code === 'not_found' || code === 'validation_failed'
