import { ApiError } from '../../api/call.ts'

/** An error of the server whose messages about the fields in `names` are shown at other fields of the form. */
export function moveFieldErrors(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError) || !error.fields) return error
  const fields = Object.entries(error.fields).map(([field, text]) => [names[field] ?? field, text])
  return new ApiError({
    ...error,
    message: error.message,
    fields: Object.fromEntries(fields) as Record<string, string>,
  })
}
