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

/** A message in English, for texts stored without their reason. */
export const englishText = (of: AnyMessage): string => messageText(english, of)

/** An error caused by the request or by a conflicting state. `http/error-reply.ts` converts it to a reply. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason: AnyMessage
  readonly fields: FieldErrors | undefined
  readonly details: Record<string, unknown> | undefined
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined

  /** @param of.reason the reason, if more is known than the code */
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
    // For logs; replies contain it in the caller's language.
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
 * Whether an error is caused by the panel or its dependencies, not by the request: the same request may succeed later.
 */
export const isServerError = (code: ErrorCode): boolean =>
  code === 'internal' || code === 'unavailable' || code === 'storage_full'

/** `throw notFound()`: for a row that does not exist or is outside the caller's companies, without revealing which. */
export const notFound = () => new AppError('not_found')

/** `throw invalid({ name: message('user.email_taken') })` */
export const invalid = (fields: FieldErrors) => new AppError('validation_failed', { fields })

/** `throw conflict('tariff.in_use', { services: 3 })` */
export const conflict = <R extends Reason>(reason: R, ...params: ParamsOf<R>) =>
  new AppError('conflict', { reason: message(reason, ...params) })

/** `throw forbidden('token.not_allowed')`: 403 with the reason. */
export const forbidden = <R extends Reason>(reason: R, ...params: ParamsOf<R>) =>
  new AppError('forbidden', { reason: message(reason, ...params) })

/** Messages such as `3 users`, for kinds with a count above 0: what a row that cannot be deleted still contains. */
export const countMessages = (counts: Partial<Record<CountedKind, number>>): Message<'row.count'>[] =>
  (Object.entries(counts) as [CountedKind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => message('row.count', { kind, count }))
