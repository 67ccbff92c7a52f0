import type { TFunction } from 'i18next'

/** Numbers as messages write them: limits, counts, the telephone number of an example. */
const number = /\d+(?:[.,]\d+)*(?: \d+)*/g

/** The key of a message among the texts: its words, with one sign for numbers. */
export const saidKey = (message: string): string =>
  message
    .replaceAll(number, 'n')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

interface Sentence {
  /** Of the text that says it in the reader's language, `<room>:refusal.taken`. */
  key: string
  pattern: RegExp
  names: string[]
}

const sentences: Sentence[] = []
const special = /[\\^$.*+?()[\]{}|]/g

/**
 * Teaches sentences with names in them, which no key can be made of: `{{a}} is taken by {{b}}.` The texts below
 * `place` (`<room>:refusal`) say each, by the same key, in the reader's language.
 */
export function teachSentences(place: string, taught: Record<string, string>): void {
  for (const [key, words] of Object.entries(taught)) {
    const parts = words.split(/\{\{(\w+)\}\}/)
    sentences.push({
      key: `${place}.${key}`,
      names: parts.filter((_, at) => at % 2 === 1),
      pattern: new RegExp(
        `^${parts.map((part, at) => (at % 2 === 1 ? '(.+?)' : part.replaceAll(special, '\\$&'))).join('')}$`,
        's',
      ),
    })
  }
  // What says more is tried first: `{{a}} is taken by {{b}}.` before `{{a}} is {{b}}.`
  const weight = ({ pattern }: Sentence) => pattern.source.replaceAll('(.+?)', '').length
  sentences.sort((one, other) => weight(other) - weight(one))
}

function taughtText(message: string, t: TFunction): string | undefined {
  for (const { key, pattern, names } of sentences) {
    const found = pattern.exec(message)
    if (found)
      return t(key, {
        ...Object.fromEntries(names.map((name, at) => [name, found[at + 1]])),
        defaultValue: message,
      })
  }
  return undefined
}

/**
 * A message of the contract or the server, which are English, in the reader's language. One that the texts do not know
 * (most name a record) stays as it is: better in English than not at all.
 */
export function said(message: string, t: TFunction): string {
  const words = t(`form:said.${saidKey(message)}`, { n: message.match(number)?.[0] ?? '', defaultValue: '' })
  return words || (taughtText(message, t) ?? message)
}

/** The same for the messages of fields. */
export const saidFields = (errors: Record<string, string>, t: TFunction): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, said(message, t)]))
