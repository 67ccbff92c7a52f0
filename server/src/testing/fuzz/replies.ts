import type { Endpoint } from '@trunkline/contract/endpoint'
import { errorReply, errorStatus, type ErrorCode } from '@trunkline/contract/errors'
import * as z from 'zod/mini'
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

/** SQL, and places in the program, which no message holds. */
const leaks =
  /\b(insert into|syntax error|violates|duplicate key|relation "|constraint "|column "|invalid input|node_modules)|\.ts:\d+|\n\s+at /i

/** What is wrong with a reply, by the contract and the API document; undefined where nothing is. */
export function replyFault(endpoint: Endpoint, { status, type, text }: FuzzReply): string | undefined {
  if (status >= 500) return `${status}`
  if (!declaredStatuses(endpoint).has(status)) return `undeclared status ${status}`
  if (status >= 400) {
    const body = jsonOf(type, text)
    const parsed = z.safeParse(errorReply, body)
    if (!parsed.success) return `no error reply: ${z.prettifyError(parsed.error)}`
    const { code, message, fields = {} } = parsed.data.error
    if (errorStatus[code as ErrorCode] !== status) return `code ${code} with status ${status}`
    if (message.trim() === '' || Object.values(fields).some((one) => one.message.trim() === ''))
      return 'an empty message'
    const messages = [message, ...Object.values(fields).map((one) => one.message)].join('\n')
    return leaks.test(messages) ? `a message with internals: ${messages.slice(0, 200)}` : undefined
  }
  if (endpoint.file !== undefined || type.startsWith('text/csv')) {
    const types = [endpoint.file ?? 'text/csv'].flat()
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
