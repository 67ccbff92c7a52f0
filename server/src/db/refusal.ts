import { AppError } from '../errors.ts'
import type { ErrorCode } from '@trunkline/contract/errors'

/** What the database says when a function of ours refuses (ip_refuse): SQLSTATE `TL` and the HTTP status. */
interface Refusal {
  code: string
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

/**
 * A refusal of the database's own functions as one of ours; undefined for any other error. What is missing at a field
 * is that field's fault (422), as with every reference in a body; without a field it is 404.
 */
export function refusalOf(error: unknown): AppError | undefined {
  const { code, message, column, detail } = error as Partial<Refusal>
  const known = code === undefined ? undefined : codes[code]
  if (known === undefined || !(error instanceof Error)) return undefined
  const fields = column && message ? { [column]: message } : undefined
  return new AppError(known === 'not_found' && fields !== undefined ? 'validation_failed' : known, {
    ...(known === 'conflict' && { message }),
    ...(fields && { fields }),
    ...(detail && { details: JSON.parse(detail) as Record<string, unknown> }),
    cause: error,
  })
}
