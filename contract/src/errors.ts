import * as z from 'zod/mini'

/**
 * Every error code that a reply may carry, with its HTTP status. A code is stable: clients and the translations
 * of the browser are keyed by it. 401 is only ever about the session; a row outside the caller's companies is
 * `not_found`, with the same bytes as a row that does not exist.
 */
export const errorStatus = {
  bad_request: 400,
  csrf_mismatch: 419,
  unauthenticated: 401,
  forbidden: 403,
  origin_refused: 403,
  /** `details.part`: the part of the panel that the caller's company has no licence for; it may look and not change. */
  licence_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_version: 409,
  selection_moved: 409,
  idempotency_in_flight: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  wrong_credentials: 422,
  two_factor_required: 422,
  two_factor_invalid: 422,
  password_confirmation_required: 422,
  link_invalid: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  device_refused: 502,
  unavailable: 503,
  /** No space is left for the database or the data folder. What was sent was not saved. */
  storage_full: 503,
  device_unreachable: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One message a field, keyed by the field's path in the body or query (`telephone`, `company.name`, `ids.3`). */
export type FieldErrors = Record<string, string>

export const errorReply = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    /** What a client needs to go on, for example the current version of a stale row or the new count of a selection. */
    details: z.optional(z.record(z.string(), z.unknown())),
    request_id: z.string(),
  }),
})

export type ErrorReply = z.infer<typeof errorReply>
