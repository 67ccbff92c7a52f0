import { randomUUID } from 'node:crypto'

import { errorStatus } from '@trunkline/contract/errors'
import { pino, type Logger, type DestinationStream } from 'pino'

import { terminal } from './log-terminal.ts'

export type { Logger, Logger as Log } from 'pino'

/** Fields that never reach a log, wherever they stand. Compared without case, `-` and `_`. */
const SECRET_FIELDS = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'password',
  'currentpassword',
  'newpassword',
  'passwordhash',
  'token',
  'accesstoken',
  'refreshtoken',
  'tokenhash',
  'secret',
  'recoverycodes',
  'apikey',
  'privatekey',
  'xxsrftoken',
  'xsrftoken',
  'idempotencykey',
  'connectionstring',
])

const MASK = '[hidden]'
const MAX_DEPTH = 8

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '')

/**
 * A copy without secrets. A `code` is hidden unless it is one of our error codes: it may be that of
 * a second factor. Codes of thrown errors (`23505`, `ECONNREFUSED`) are kept by `describeError`.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskUrls(value)
  if (value === null || typeof value !== 'object') return value
  if (depth > MAX_DEPTH) return '[deep]'
  if (value instanceof Error) return describeError(value)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    copy[name] = isSecret(name, item) ? MASK : redact(item, depth + 1)
  }
  return copy
}

function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  const field = plain(name)
  if (field === 'code') return !(typeof value === 'string' && Object.hasOwn(errorStatus, value))
  return SECRET_FIELDS.has(field)
}

/** Hides the password of an address such as postgres://user:password@host. */
const maskUrls = (text: string) =>
  text.includes('://') ? text.replaceAll(/(\/\/[^\s/:@]*):[^\s@/]+@/g, `$1:${MASK}@`) : text

/** Links in mails carry their token in the path: 256 bit, 43 characters. Nothing else there is so long. */
const maskTokens = (text: string) => text.replaceAll(/[\w-]{40,}/g, MASK)

/** What a request's line says of it. Never headers. */
const describeRequest = (request: {
  method?: string
  url?: string
  ip?: string
  socket?: { remoteAddress?: string }
}) => ({
  method: request.method,
  url: maskTokens(request.url ?? ''),
  ip: request.ip ?? request.socket?.remoteAddress,
})

/** Error fields worth logging. A driver's error carries more: parameters, connection, statement. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(error)
  const { name, message, stack } = error
  const extra = error as { code?: unknown; constraint?: unknown; status?: unknown }
  return {
    type: name,
    message: maskUrls(message),
    stack: stack === undefined ? undefined : maskUrls(stack),
    code: extra.code,
    constraint: extra.constraint,
    status: extra.status,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  }
}

/**
 * The logger: one JSON line an event on standard output, secrets hidden at every depth. Somebody at a
 * terminal gets the same in a shape for people.
 * @param destination where lines go instead, for tests
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // `log` below has described errors already; these are for bindings of child loggers.
      serializers: { err: describeIfError, error: describeIfError, req: describeRequest },
      hooks: {
        logMethod(words, method) {
          const safe = words.map((word: unknown) => (typeof word === 'string' ? maskTokens(maskUrls(word)) : word))
          method.apply(this, safe as typeof words)
        },
      },
      formatters: {
        level: (label) => ({ level: label }),
        bindings: (bindings) => redactEntry(bindings),
        log: (entry) => redactEntry(entry),
      },
    },
    destination ?? (process.stdout.isTTY ? terminal : pino.destination({ fd: 1, sync: false })),
  )
}

const describeIfError = (value: unknown) => (value instanceof Error ? describeError(value) : value)

function redactEntry(entry: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(entry)) {
    if (item instanceof Error) copy[name] = describeError(item)
    else if (isLiveObject(item)) copy[name] = item
    else copy[name] = isSecret(name, item) ? MASK : redact(item)
  }
  return copy
}

/** Fastify hands over its request and reply, which their own serialisers turn into a few fields. */
const isLiveObject = (value: unknown) =>
  typeof value === 'object' && value !== null && ('raw' in value || 'socket' in value)

/** A new request id; one that a proxy sent is taken only if it looks like one. */
export function requestId(sent: unknown): string {
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID()
}
