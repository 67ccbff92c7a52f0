import { controlCharacters } from './control-characters.ts'
import { message, type Message } from './errors.ts'

/** Characters that are not allowed in any text of a request, wherever it is stored or searched for. */

/** Half of a surrogate pair cannot be encoded in UTF-8 (RFC 3629, 3). */
const unpaired = /\p{Surrogate}/u
const control = new RegExp(`[${controlCharacters.inText}]`)
/**
 * Embeddings, overrides and isolates (UAX #9, 2.1 to 2.5): they can disguise a name as another one. Right-to-left
 * scripts do not need them, and their marks (U+200E, U+200F, U+061C) are allowed.
 */
const direction = /[\u202a-\u202e\u2066-\u2069]/
const forbidden = new RegExp(`${unpaired.source}|${control.source}|${direction.source}`, 'u')

/** Why a text cannot be stored, or undefined. */
export function textProblem(text: string): Message | undefined {
  if (!forbidden.test(text)) return undefined
  if (unpaired.test(text)) return message('field.unicode')
  return control.test(text) ? message('field.control_characters') : message('field.text_direction')
}

/** The same for a secret, which is compared and never displayed: only text that cannot be encoded is rejected. */
export const secretProblem = (text: string): Message | undefined =>
  unpaired.test(text) ? message('field.unicode') : undefined

/** Removes what `textProblem` rejects, for names that a sender does not choose, such as file names. */
export const withoutProblems = (text: string): string => text.replace(new RegExp(forbidden.source, 'gu'), '')
