import type { TFunction } from '../../i18n/translations.ts'
import { ApiError } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'

/** Why something was refused that has no form: what was said of the first field, which names the case. */
export function refusalText(error: unknown, t: TFunction): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields ?? {}) : []
  return first === undefined ? errorText(error, t) : first
}

/** What is said of the hours as a whole stands at the switch that turns them on. */
export function atSwitch(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.fields?.['schedule'] === undefined) return error
  const { schedule, ...others } = error.fields
  return new ApiError({
    status: error.status,
    code: error.code,
    message: error.message,
    fields: { ...others, scheduled: schedule },
    ...(error.details ? { details: error.details } : {}),
    ...(error.requestId ? { requestId: error.requestId } : {}),
  })
}
