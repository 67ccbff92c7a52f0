/**
 * SQLSTATEs with which the server closes or rejects a connection: class 08 (connection), insufficient connections, and
 * the shutdown and startup codes of class 57 (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const states = /^(08[0-9A-Z]{3}|53300|53400|57P01|57P02|57P03|57P05|25P03|25P04)$/

/** Errors of the operating system and of Node's streams. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** Messages of driver errors that have no code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Cannot use a pool after|Query read timeout/

/**
 * Whether the error means that the database is unavailable or closed the connection, so that a retry may succeed: not
 * running, starting, stopping, too many connections, or a broken connection.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth++) {
    const code = (one as { code?: unknown }).code
    if (typeof code === 'string' && (states.test(code) || codes.has(code))) return true
    if (messages.test(one.message)) return true
  }
  return false
}
