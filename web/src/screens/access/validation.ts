import { emailLength, emailPattern } from '@trunkline/contract/patterns'

const isAddress = (text: string) => text.length <= emailLength && emailPattern.test(text)

/** Minimum length of a new password, as in `newPassword` of the contract. */
export const minPasswordLength = 12

export type FieldError = 'required' | 'noEmail' | 'short'

export const emailError = (value: string): FieldError | undefined =>
  value.trim() === '' ? 'required' : isAddress(value.trim()) ? undefined : 'noEmail'

export const requiredError = (value: string): FieldError | undefined => (value === '' ? 'required' : undefined)

export const newPasswordError = (value: string): FieldError | undefined =>
  value === '' ? 'required' : value.length < minPasswordLength ? 'short' : undefined

/** The error messages of invalid fields. */
export function errorTexts(
  errors: Record<string, FieldError | undefined>,
  t: (key: FieldError, values: { count: number }) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, error]) =>
      error ? [[field, t(error, { count: minPasswordLength })] as const] : [],
    ),
  )
}
