import { textOf } from '../i18n/messages.ts'
import { ApiError } from './request.ts'

interface ReportRow {
  ok: boolean
  code?: string | undefined
  reason?: string | undefined
  params?: Record<string, unknown> | undefined
  message?: string | undefined
}

/** Why a bulk call left a row alone, in the reader's language; undefined where the report does not say. */
export const reportText = ({ reason, params = {}, message }: ReportRow): string | undefined =>
  reason === undefined ? message : textOf({ reason, params, ...(message !== undefined && { message }) })

/** For a bulk call about one row: what its report refuses is thrown as if it were the reply. */
export function settleOnly(report: readonly ReportRow[]): void {
  const rejected = report.find((row) => !row.ok)
  if (rejected === undefined) return
  const { code = 'conflict', reason, params } = rejected
  throw new ApiError({ status: 409, code, reason, params, message: reportText(rejected) ?? '' })
}
