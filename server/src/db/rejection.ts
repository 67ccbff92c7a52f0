import { message, type AnyMessage, type ErrorCode } from '@trunkline/contract/errors'
import { AppError } from '../errors.ts'

/** What a function of the database raises when it rejects a call (db/functions/reject.sql): SQLSTATE `TL` and the HTTP status. */
interface Rejection {
  code: string
  /** JSON of reason and parameters; of functions that have no reasons yet, a sentence. */
  message: string
  /** The field of the request. */
  column?: string
  /** JSON that goes into the reply's `details`. */
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
 * A rejection by a function of the database as an error of ours; undefined for any other error. A missing row that a
 * field names is an error of that field (422), as with every reference in a body; without a field it is 404.
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
