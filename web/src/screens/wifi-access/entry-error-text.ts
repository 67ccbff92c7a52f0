import type { TFunction } from '../../i18n/translations.ts'
import { ApiError } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'

/** An error as a notification: the message about the first field, which is more precise than that about the call. */
export function entryErrorText(error: unknown, t: TFunction): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields ?? {}) : []
  return first ?? errorText(error, t)
}
