import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser of another site has sent this. Browsers name the origin with every WebSocket and with every
 * request across sites; one without is of the same site or of no browser, and the token decides alone.
 * @param baseUrl where the panel is reached
 */
export function fromOwnOrigin(request: Pick<IncomingMessage, 'headers'>, baseUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return origin === new URL(baseUrl).origin || new URL(origin).host === host
}
