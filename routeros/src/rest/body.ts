import { isUtf8 } from 'node:buffer'
import { RouterError } from '../errors.ts'
import { maxReplyBytes, rowCost } from '../net/limits.ts'
import type { Answer, Row } from '../session.ts'
import type { ReadText } from '../wire/text.ts'

const quote = 0x22

/** Decodes the body. If it is not UTF-8, each string is decoded separately: a router may contain both encodings. */
function textOf(body: Buffer, readText: ReadText): string {
  if (isUtf8(body)) return body.toString('utf8')
  let text = ''
  let start = 0
  while (start < body.length) {
    const found = body.indexOf(quote, start)
    const end = found === -1 ? body.length : found + 1
    text += readText(body, start, end)
    start = end
  }
  return text
}

/** Number of objects and lists in a body, if it is large enough to matter. */
function parts(body: Buffer): number {
  let count = 0
  if (body.length > 1024 * 1024) for (const byte of body) if (byte === 0x7b || byte === 0x5b) count++
  return count
}

/**
 * @returns undefined if the body is not JSON
 * @throws RouterError protocol if it would exceed the memory limit of a reply
 */
export function parseBody(body: Buffer, readText: ReadText): unknown {
  if (body.length === 0) return []
  if (body.length + parts(body) * rowCost > maxReplyBytes)
    throw new RouterError('protocol', 'The reply exceeds the size limit.', { sent: true })
  try {
    return JSON.parse(textOf(body, readText)) as unknown
  } catch {
    return undefined
  }
}

/** Values are strings in every RouterOS; other scalars are converted, nested values are dropped. */
function rowOf(value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RouterError('protocol', 'The peer is not the REST interface of RouterOS.', { sent: true })
  const row: Row = {}
  for (const [name, held] of Object.entries(value))
    if (typeof held === 'string') row[name] = held
    else if (typeof held === 'number' || typeof held === 'boolean') row[name] = String(held)
  return row
}

/** Rows, the row of a singleton, or the values of a command's `!done`: `{"ret": …}`. */
export function answerOf(value: unknown): Answer {
  if (Array.isArray(value)) return { rows: value.map(rowOf), ret: undefined }
  const row = rowOf(value)
  const isDone = row.ret !== undefined && Object.keys(row).length === 1
  return isDone ? { rows: [], ret: row.ret } : { rows: [row], ret: undefined }
}

/**
 * Converts a status of 400 and above to an error. A missing row is 404 without the console's message, so it gets
 * the message of the binary API.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579162/REST+API#RESTAPI-Errors
 */
export function errorOf(status: number, value: unknown): RouterError {
  if (status === 401) return new RouterError('login', 'The router rejected the user name or password.', { sent: true })
  const stated = typeof value === 'object' && value !== null && !Array.isArray(value) ? rowOf(value) : {}
  if (stated.error === undefined && stated.detail === undefined && stated.message === undefined)
    return new RouterError('protocol', `The peer (status ${status}) is not the REST interface of RouterOS.`, {
      sent: true,
    })
  // RouterOS's own limit of 60 seconds per request.
  if (stated.detail === 'Session closed')
    return new RouterError('timeout', 'The router ended the request after its own timeout.', { sent: true })
  const message =
    stated.detail ?? (status === 404 ? 'no such item' : stated.message) ?? `The router answered ${status}.`
  const isMissing = status === 404 || message.startsWith('no such')
  return new RouterError('refused', message, { sent: true, ...(isMissing ? { category: 0 } : {}) })
}
