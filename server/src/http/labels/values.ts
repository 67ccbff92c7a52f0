import { message, type Message } from '@trunkline/contract/errors'
import { maxCustomText, type CustomValue } from '@trunkline/contract/labels'
import type { CustomFieldDefinition } from '@trunkline/contract/resources/custom-field'

type Typed = Pick<CustomFieldDefinition, 'type' | 'choices' | 'max_length'>

const exampleDay = '2026-03-31'

/** A calendar day of the years 1 to 9999: 2026-02-30 is none. */
const isDay = (text: string) => {
  const time = new Date(`${text}T00:00:00Z`)
  return (
    /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
  )
}

/** Only addresses of web pages: a link with another scheme could run a script. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text)
}

/** Why a field cannot have this value; undefined if it can. */
export function valueError({ type, choices, max_length }: Typed, value: CustomValue): Message | undefined {
  if (type === 'number')
    return typeof value === 'number' && Number.isFinite(value)
      ? undefined
      : message('field.type', { expected: ['number'] })
  if (type === 'boolean')
    return typeof value === 'boolean' ? undefined : message('field.type', { expected: ['boolean'] })
  if (typeof value !== 'string') return message('field.type', { expected: ['text'] })
  const max = max_length ?? maxCustomText
  if (value.length > max) return message('field.max_length', { max })
  if (/[\r\n\u2028\u2029]/.test(value)) return message('field.line_breaks')
  if (type === 'choice' && !choices.includes(value)) return message('field.allowed', { values: choices })
  if (type === 'date' && !isDay(value)) return message('field.day', { example: exampleDay })
  if (type === 'url' && !isWebAddress(value)) return message('field.url')
  return undefined
}

/** A value as text (a default, a cell of an import) in the JSON type of its field; text that has no such form stays. */
export function valueOfText({ type }: Pick<Typed, 'type'>, text: string): CustomValue {
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
