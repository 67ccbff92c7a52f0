import {
  errorStatus,
  message,
  type AnyMessage,
  type ErrorCode,
  type FieldErrors,
  type Message,
  type ParamsOf,
  type Reason,
} from '@trunkline/contract/errors'
import english from '@trunkline/contract/messages/en'
import type { CountedKind } from '@trunkline/contract/reasons/request'
import { messageText } from '@trunkline/contract/messages/texts'

/** A message in English, for texts that are stored without their reason. */
export const englishText = (of: AnyMessage): string => messageText(english, of)

/** What a caller did wrong, or what stands in the way. Mapped to a reply in one place, `http/error-reply.ts`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason: AnyMessage
  readonly fields: FieldErrors | undefined
  readonly details: Record<string, unknown> | undefined
  /** Seconds after which another try makes sense (429, 503). */
  readonly retryAfter: number | undefined

  /** @param of.reason why, where more is known than the code */
  constructor(
    code: ErrorCode,
    of: {
      reason?: AnyMessage
      fields?: FieldErrors
      details?: Record<string, unknown>
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    const reason: AnyMessage = of.reason ?? { reason: code, params: {} }
    // For logs: replies have it in the caller's language.
    super(messageText(english, reason), { cause: of.cause })
    this.name = 'AppError'
    this.code = code
    this.reason = reason
    this.fields = of.fields
    this.details = of.details
    this.retryAfter = of.retryAfter
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/**
 * Whether an error has its reason in the panel or in what it depends on, and not in the request: the same request may
 * succeed later.
 */
export const isServerError = (code: ErrorCode): boolean =>
  code === 'internal' || code === 'unavailable' || code === 'storage_full'

/** `throw notFound()`: a row that does not exist or is outside the caller's companies. Never says which. */
export const notFound = () => new AppError('not_found')

/** `throw invalid({ name: message('user.email_taken') })` */
export const invalid = (fields: FieldErrors) => new AppError('validation_failed', { fields })

/** `throw conflict('tariff.in_use', { services: 3 })` */
export const conflict = <R extends Reason>(reason: R, ...params: ParamsOf<R>) =>
  new AppError('conflict', { reason: message(reason, ...params) })

/** `throw forbidden('token.not_allowed')`: 403 with the reason. */
export const forbidden = <R extends Reason>(reason: R, ...params: ParamsOf<R>) =>
  new AppError('forbidden', { reason: message(reason, ...params) })

/** Messages such as `3 users`, of the kinds of which there are any: what a row that can't be deleted still contains. */
export const countMessages = (counts: Partial<Record<CountedKind, number>>): Message<'row.count'>[] =>
  (Object.entries(counts) as [CountedKind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => message('row.count', { kind, count }))
