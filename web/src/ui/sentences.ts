import type { TFunction } from 'i18next'
import { askForOthers } from './said.ts'

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

askForOthers(taughtText)
