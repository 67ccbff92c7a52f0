import { message, type AnyMessage, type ErrorCode } from '@trunkline/contract/errors'
import { AppError } from '../errors.ts'

/**
 * The error that a database function raises when it rejects a call (db/functions/reject.sql): SQLSTATE `TL` plus the
 * HTTP status.
 */
interface Rejection {
  code: string
  /** JSON of reason and parameters; a sentence from functions that have no reasons yet. */
  message: string
  /** The request field. */
  column?: string
  /** JSON for the `details` of the reply. */
  detail?: string
}

const codes: Record<string, ErrorCode> = {
  TL403: 'forbidden',
  TL404: 'not_found',
  TL409: 'conflict',
  TL422: 'validation_failed',
}

const messageOf = (text: string): AnyMessage =>
  text.startsWith('{"reason"') ? (JSON.parse(text) as AnyMessage) : message('text', { text })

/**
 * Converts a rejection by a database function to an AppError; undefined for any other error. If a field refers to a
 * missing row, it is a validation error of that field (422), as for every reference in a body; without a field it is
 * 404.
 */
export function rejectionOf(error: unknown): AppError | undefined {
  const { code, message: text, column, detail } = error as Partial<Rejection>
  const known = code === undefined ? undefined : codes[code]
  if (known === undefined || !(error instanceof Error)) return undefined
  const reason = text ? messageOf(text) : undefined
  const fields = column && reason ? { [column]: reason as never } : undefined
  return new AppError(known === 'not_found' && fields !== undefined ? 'validation_failed' : known, {
    ...(known === 'conflict' && reason && { reason }),
    ...(fields && { fields }),
    ...(detail && { details: JSON.parse(detail) as Record<string, unknown> }),
    cause: error,
  })
}
