import type { TFunction } from '../i18n/translations.ts'

/** The facts of an API error; other errors are of the network or of the page. */
export interface ErrorFacts {
  code?: string
  reason?: string
  status?: number
  message: string
  requestId?: string
  /** One message per field or parameter. */
  fields?: Record<string, string>
  details?: Record<string, unknown>
}

/** Extracts the facts of any thrown value. */
export function errorFacts(error: unknown): ErrorFacts {
  if (error instanceof Error) {
    const { code, reason, status, requestId, fields, details } = error as Error & Partial<ErrorFacts>
    return {
      message: error.message,
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof reason === 'string' ? { reason } : {}),
      ...(typeof status === 'number' ? { status } : {}),
      ...(requestId ? { requestId } : {}),
      ...(fields ? { fields } : {}),
      ...(details ? { details } : {}),
    }
  }
  return { message: String(error) }
}

/** The error in the user's language: the message of its reason, else the text of its code. */
export function errorText(error: unknown, t: TFunction): string {
  const { code, reason, message, details } = errorFacts(error)
  if (!code) return t('ui:error.unknown', { message })
  const by = code === 'stale_version' && details?.['changed_by']
  if (by) return t('errors:stale_version_by', { by })
  if (reason !== undefined && reason !== code) return message
  return t(`errors:${code}`, { defaultValue: message })
}
