import { randomUUID } from 'node:crypto'

import { errorStatus } from '@trunkline/contract/errors'
import { pino, type Logger, type DestinationStream } from 'pino'

import { terminal } from './log-terminal.ts'

export type { Logger, Logger as Log } from 'pino'

/** Fields that are never logged, at any depth. Compared ignoring case, `-` and `_`. */
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
 * A copy without secrets. A `code` is hidden unless it is one of our error codes, because it may be that of a second
 * factor. `describeError` keeps the codes of thrown errors (`23505`, `ECONNREFUSED`).
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

/** Hides the password of a URL such as postgres://user:password@host. */
const maskUrls = (text: string) =>
  text.includes('://') ? text.replaceAll(/(\/\/[^\s/:@]*):[^\s@/]+@/g, `$1:${MASK}@`) : text

/** Links in mails contain their token in the path: 256 bits, 43 characters. No other path segment is that long. */
const maskTokens = (text: string) => text.replaceAll(/[\w-]{40,}/g, MASK)

/** The logged fields of a request. Never headers. */
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

/** Error fields to log. Driver errors contain more: parameters, connection, statement. */
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
 * The logger: one JSON line per event on standard output, secrets hidden at every depth. A terminal gets the same in a
 * readable format.
 * @param destination where to write instead, for tests
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // `log` below has already described errors; these are for bindings of child loggers.
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

/** Fastify passes its request and reply, which their own serialisers reduce to a few fields. */
const isLiveObject = (value: unknown) =>
  typeof value === 'object' && value !== null && ('raw' in value || 'socket' in value)

/** A new request id; one sent by a proxy is used only if it has a valid format. */
export function requestId(sent: unknown): string {
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID()
}
