import { message, type Message } from './errors.ts'

/** What no text of a request may hold, wherever it is stored or searched for. */

/** Half of a surrogate pair: no UTF-8 can be made of it (RFC 3629, 3). */
const unpaired = /\p{Surrogate}/u
/** C0 and C1 controls (ISO/IEC 6429) but tab, line feed and carriage return, which texts of several lines have. */
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
/**
 * Embeddings, overrides and isolates (UAX #9, 2.1 to 2.5): they make a name look like another one. Right-to-left
 * scripts do without them, and their marks (U+200E, U+200F, U+061C) are allowed.
 */
const direction = /[\u202a-\u202e\u2066-\u2069]/
const anyOfThem = new RegExp(`${unpaired.source}|${control.source}|${direction.source}`, 'u')

/** Why a text can't be stored, or undefined. */
export function textProblem(text: string): Message | undefined {
  if (!anyOfThem.test(text)) return undefined
  if (unpaired.test(text)) return message('field.unicode')
  return control.test(text) ? message('field.control_characters') : message('field.text_direction')
}

/** The same of a secret, which is compared and never displayed: only what can't be encoded is rejected. */
export const secretProblem = (text: string): Message | undefined =>
  unpaired.test(text) ? message('field.unicode') : undefined

/** A text without what `textProblem` finds, for names that a sender does not choose by hand, as those of files. */
export const withoutProblems = (text: string): string => text.replace(new RegExp(anyOfThem.source, 'gu'), '')
