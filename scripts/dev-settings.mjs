// The ports and the data folder of npm run dev.
import { join } from 'node:path'
import { root } from './checkout.mjs'

/** Ports after PORT: the browser's files, RADIUS authentication and accounting. */
const PORTS_AFTER = 3

/**
 * The environment of both processes of `npm run dev`. Without PORT they use 8080, 5173, 1812 and 1813 and the data in
 * `data`. With PORT=n they use n for the server, n + 1 for the browser's files, n + 2 and n + 3 for RADIUS, and separate
 * data, so that several can run concurrently. WEB_PORT, RADIUS_AUTH_PORT, RADIUS_ACCT_PORT, TRUNKLINE_DATA and
 * DATABASE_URL take precedence if they are set.
 * @param env the environment of npm run dev
 * @throws Error if a port is invalid
 */
export function devSettings(env) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const port = portOf('PORT', set.PORT ?? '8080', 65_535 - PORTS_AFTER)
  const after = (offset, usual) => String(set.PORT === undefined ? usual : port + offset)
  const webPort = portOf('WEB_PORT', set.WEB_PORT ?? after(1, 5173))
  const usesOwnData = set.PORT !== undefined && set.DATABASE_URL === undefined
  return {
    LOG_LEVEL: 'debug',
    TRUNKLINE_BASE_URL: `http://localhost:${webPort}`,
    TRUNKLINE_DEMO: 'on',
    RADIUS_AUTH_PORT: after(2, 1812),
    RADIUS_ACCT_PORT: after(3, 1813),
    ...(usesOwnData && { TRUNKLINE_DATA: join(root, '.cache', `dev-${port}`) }),
    ...set,
    PORT: String(port),
    WEB_PORT: String(webPort),
  }
}

function portOf(name, text, max = 65_535) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > max) throw new Error(`${name}: must be a whole number from 1 to ${max}`)
  return port
}
