import { emailLength, emailPattern } from '@trunkline/contract/patterns'

const isAddress = (text: string) => text.length <= emailLength && emailPattern.test(text)

/** The shortest password that may be chosen (contract, `newPassword`). */
export const shortestPassword = 12

export type Complaint = 'required' | 'noEmail' | 'short'

export const emailComplaint = (value: string): Complaint | undefined =>
  value.trim() === '' ? 'required' : isAddress(value.trim()) ? undefined : 'noEmail'

export const requiredComplaint = (value: string): Complaint | undefined => (value === '' ? 'required' : undefined)

export const newPasswordComplaint = (value: string): Complaint | undefined =>
  value === '' ? 'required' : value.length < shortestPassword ? 'short' : undefined

/** Leaves out the fields that are fine and says the others in words. */
export function stated(
  complaints: Record<string, Complaint | undefined>,
  t: (key: Complaint, values: { count: number }) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(complaints).flatMap(([field, complaint]) =>
      complaint ? [[field, t(complaint, { count: shortestPassword })] as const] : [],
    ),
  )
}
