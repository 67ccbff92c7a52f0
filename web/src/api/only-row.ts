import { textOf } from '../i18n/messages.ts'
import { ApiError } from './request.ts'

interface ReportRow {
  ok: boolean
  code?: string | undefined
  reason?: string | undefined
  params?: Record<string, unknown> | undefined
  message?: string | undefined
}

/** The error of a row in a bulk report, in the user's language; undefined without one. */
export const reportText = ({ reason, params = {}, message }: ReportRow): string | undefined =>
  reason === undefined ? message : textOf({ reason, params, ...(message !== undefined && { message }) })

/** For a bulk call with one row: throws the error of its report as if it were the reply. */
export function settleOnly(report: readonly ReportRow[]): void {
  const rejected = report.find((row) => !row.ok)
  if (rejected === undefined) return
  const { code = 'conflict', reason, params } = rejected
  throw new ApiError({ status: 409, code, reason, params, message: reportText(rejected) ?? '' })
}
