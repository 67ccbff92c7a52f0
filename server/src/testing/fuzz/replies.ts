import type { Endpoint } from '@trunkline/contract/endpoint'
import { errorReply, errorStatus, type ErrorCode } from '@trunkline/contract/errors'
import * as z from 'zod/mini'
import { reasonsOf } from '../../http/error-reasons.ts'
import { xlsxType } from '../../http/export/xlsx.ts'
import { openApiDocument } from '../../http/openapi.ts'

export interface FuzzReply {
  status: number
  type: string
  text: string
}

const document = openApiDocument({ version: 'fuzz', baseUrl: 'http://localhost' })

/** The statuses that the API document declares for a call. */
export const declaredStatuses = (endpoint: Endpoint): Set<number> =>
  new Set(Object.keys(document['paths'][endpoint.path][endpoint.method.toLowerCase()].responses).map(Number))

const reasons = new Map<Endpoint, ReturnType<typeof reasonsOf>>()
function declaredReasons(endpoint: Endpoint) {
  let found = reasons.get(endpoint)
  if (found === undefined) reasons.set(endpoint, (found = reasonsOf(endpoint)))
  return found
}

/** A reason of a reply that is neither implied by the call nor declared; undefined if there is none. */
function undeclaredReason(endpoint: Endpoint, status: number, answered: readonly string[]): string | undefined {
  const known = declaredReasons(endpoint).get(status) as ReadonlySet<string> | undefined
  return answered.find((reason) => known?.has(reason) !== true)
}

/** SQL and source locations, which no message may contain. */
const leaks =
  /\b(insert into|syntax error|violates|duplicate key|relation "|constraint "|column "|invalid input|node_modules)|\.ts:\d+|\n\s+at /i

/** The violation of contract or API document in a reply; undefined if there is none. */
export function replyError(endpoint: Endpoint, { status, type, text }: FuzzReply): string | undefined {
  if (status >= 500) return `${status}`
  if (!declaredStatuses(endpoint).has(status)) return `undeclared status ${status}`
  if (status >= 400) {
    const body = jsonOf(type, text)
    const parsed = z.safeParse(errorReply, body)
    if (!parsed.success) return `no error reply: ${z.prettifyError(parsed.error)}`
    const { code, reason, message, fields = {} } = parsed.data.error
    if (errorStatus[code as ErrorCode] !== status) return `code ${code} with status ${status}`
    const answered = [reason, ...Object.values(fields).map((one) => one.reason)]
    const undeclared = undeclaredReason(endpoint, status, answered)
    if (undeclared !== undefined) return `undeclared reason ${undeclared} with status ${status}`
    if (message.trim() === '' || Object.values(fields).some((one) => one.message.trim() === ''))
      return 'an empty message'
    const messages = [message, ...Object.values(fields).map((one) => one.message)].join('\n')
    return leaks.test(messages) ? `a message with internals: ${messages.slice(0, 200)}` : undefined
  }
  // A list is also exported as a file.
  const exports = endpoint.list === undefined ? [] : ['text/csv', xlsxType]
  if (endpoint.file !== undefined || exports.some((exported) => type.startsWith(exported))) {
    const types = [endpoint.file ?? exports].flat()
    return types.some((declared) => type.startsWith(declared)) ? undefined : `type ${type} of a file`
  }
  if (endpoint.reply === undefined) return text === '' ? undefined : 'a body where none is declared'
  const parsed = z.safeParse(endpoint.reply, jsonOf(type, text))
  return parsed.success ? undefined : `not the declared reply: ${z.prettifyError(parsed.error)}`
}

function jsonOf(type: string, text: string): unknown {
  if (!type.startsWith('application/json')) return `of type ${type}`
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}
