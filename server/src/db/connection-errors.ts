import { ConfigError, EXIT_UNAVAILABLE } from '../config-error.ts'

/** Error codes of an address that does not answer, which may be temporary (man 3 getaddrinfo, man 2 connect). */
const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENETUNREACH|EPIPE)/

/**
 * Whether a retry of the failed connection may succeed: no server is listening yet, the host name does not resolve yet,
 * or PostgreSQL is starting, stopping or out of connections.
 */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    UNREACHABLE.test(code) ||
    // 57P03 cannot_connect_now, 57P01 to 57P02 shutdown, 53300 too_many_connections
    ['57P01', '57P02', '57P03', '53300'].includes(code) ||
    /timeout expired|Connection terminated/.test(message)
  )
}

/** Host, port, user and database of a connection URL, without its password. */
function partsOf(url: string) {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const name = decodeURIComponent(username) || '(none)'
  return {
    place: `${searchParams.get('host') ?? hostname}:${port || '5432'}`,
    user: name,
    database: decodeURIComponent(pathname.slice(1)) || name,
  }
}

/**
 * Explains a failed connection in terms of the setting that holds its URL.
 * @param url the URL that was used
 * @param variable the environment variable that holds it
 * @returns undefined if the error was not caused by the URL
 */
export function explainConnection(error: unknown, url: string, variable: string): ConfigError | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const { place, user, database } = partsOf(url)
  const explain = (text: string, status?: number) =>
    new ConfigError([`${variable}: ${text}`], { ...(status !== undefined && { status }), cause: error })
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  switch (code) {
    case '28P01': // invalid_password
      return explain(`the server at ${place} rejected the password of the user "${user}"`)
    case '28000': // invalid_authorization_specification
      return explain(`the server at ${place} rejected the user "${user}": ${message}`)
    case '3D000': // invalid_catalog_name
      return explain(`there is no database "${database}" on the server at ${place}`)
    case '42501': // insufficient_privilege
      return explain(`the user "${user}" may not use the database "${database}" at ${place}: ${message}`)
  }
  if (isUnreachable(error)) return explain(`no database answers at ${place} (${message || code})`, EXIT_UNAVAILABLE)
  if (/SCRAM|client password/.test(message)) return explain(`the server at ${place} asks for a password; none is set`)
  if (/SSL|TLS|certificate/i.test(`${code} ${message}`)) return explain(`no TLS connection to ${place}: ${message}`)
  return undefined
}
