import type { AnyMessage } from '@trunkline/contract/errors'
import { messageText } from '@trunkline/contract/messages/texts'
import * as z from 'zod/mini'
import { catalogueOf, type Language } from './language.ts'

interface JsonSchema {
  'x-message'?: true
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

type Fill = (value: unknown, language: Language) => unknown

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A copy of a message with its text. The original is not modified, because other replies may share it. */
export const withText = <M extends AnyMessage>(of: M, language: Language): M & { message: string } => ({
  ...of,
  message: messageText(catalogueOf(language), of),
})

function fillerOf(schema: JsonSchema): Fill | undefined {
  if (schema['x-message'] === true)
    return (value, language) =>
      isObject(value) && typeof value['reason'] === 'string'
        ? withText(value as unknown as AnyMessage, language)
        : value
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) => fillerOf(option) ?? [])
  if (options.length > 0) return (value, language) => options.reduce((filled, fill) => fill(filled, language), value)
  if (schema.items !== undefined) {
    const fill = fillerOf(schema.items)
    return fill && ((value, language) => (Array.isArray(value) ? value.map((one) => fill(one, language)) : value))
  }
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const fill = fillerOf(child)
    return fill === undefined ? [] : [{ name, fill }]
  })
  if (fields.length === 0) return undefined
  return (value, language) => {
    if (!isObject(value) || Array.isArray(value)) return value
    const filled = { ...value }
    for (const { name, fill } of fields)
      if (filled[name] !== undefined && filled[name] !== null) filled[name] = fill(filled[name], language)
    return filled
  }
}

/**
 * Returns a function that adds the text to each message in a reply or in the details of an error (`replyMessage` in
 * their schema); undefined if the schema contains no message.
 */
export const messageFiller = (reply: z.ZodMiniType | undefined): Fill | undefined =>
  reply && fillerOf(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as JsonSchema)
