import { ApiError } from './request.ts'

interface ReportRow {
  ok: boolean
  code?: string | undefined
  message?: string | undefined
}

/** For a bulk call about one row: what its report refuses is thrown as if it were the reply. */
export function settleOnly(report: readonly ReportRow[]): void {
  const refused = report.find((row) => !row.ok)
  if (refused) throw new ApiError({ status: 409, code: refused.code ?? 'conflict', message: refused.message ?? '' })
}
