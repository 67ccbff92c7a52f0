import { errorStatus, type ErrorCode, type FieldErrors } from '@trunkline/contract/errors'

/** What a caller did wrong, or what stands in the way. Mapped to a reply in one place, `http/error-reply.ts`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly details: Record<string, unknown> | undefined
  /** Seconds after which another try makes sense (429, 503). */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    of: {
      message?: string
      fields?: FieldErrors
      details?: Record<string, unknown>
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(of.message ?? messages[code], { cause: of.cause })
    this.name = 'AppError'
    this.code = code
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

/** `throw notFound()`: a row that is not there, or not in the caller's companies. Never says which. */
export const notFound = () => new AppError('not_found')

/** `throw invalid({ name: 'This is required.' })` */
export const invalid = (fields: FieldErrors) => new AppError('validation_failed', { fields })

const messages: Record<ErrorCode, string> = {
  bad_request: 'The request could not be read.',
  csrf_mismatch: 'The request did not carry the right XSRF token. Load the page again.',
  unauthenticated: 'Sign in first.',
  forbidden: 'You may not do this.',
  origin_refused: 'Requests from this origin are refused.',
  licence_missing: 'Your company has no licence for this part of the panel: you can look, and not change.',
  not_found: 'Not found.',
  method_not_allowed: 'This method is not served here.',
  conflict: 'This conflicts with what is there.',
  stale_version: 'Somebody else has changed this in the meantime.',
  selection_moved: 'The number of matching rows has changed. Look again before you go on.',
  idempotency_in_flight: 'The same request is still under way.',
  payload_too_large: 'This is too large.',
  unsupported_media_type: 'Send JSON.',
  validation_failed: 'Some fields need another look.',
  wrong_credentials: 'E-mail, password or code is wrong.',
  two_factor_required: 'Enter the code of your authenticator app.',
  two_factor_invalid: 'This code is wrong or was used already.',
  password_confirmation_required: 'Confirm with your password.',
  link_invalid: 'This link is used up, expired or wrong.',
  idempotency_mismatch: 'This Idempotency-Key was used for another request.',
  rate_limited: 'Too many requests. Wait a moment.',
  internal: 'Something went wrong on our side.',
  device_refused: 'The device refused.',
  unavailable: 'The service is not available right now.',
  storage_full: 'The storage of the panel is full. Nothing was saved. The operator has to free space.',
  device_unreachable: 'The device can not be reached.',
}
