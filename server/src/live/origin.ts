import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser sent this request from another site. Browsers send the origin with every WebSocket and every
 * cross-site request; a request without one is same-site or not from a browser, and only its token decides.
 * @param baseUrl URL of the panel
 */
export function fromOwnOrigin(request: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return origin === new URL(baseUrl).origin || new URL(origin).host === host
}
