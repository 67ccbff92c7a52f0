import { locales } from '@trunkline/contract/fields'

export type LegalTexts = Record<`${'terms' | 'privacy'}_${(typeof locales)[number]}`, string>

/** A text in the reader's language, or in another one if only that exists; `lang` is its language. Null without a text. */
export function legalText(
  texts: LegalTexts,
  kind: 'terms' | 'privacy',
  language: string,
): { text: string; lang: string } | null {
  const order = [...locales].sort((a, b) => Number(b === language) - Number(a === language))
  for (const lang of order) {
    const text = texts[`${kind}_${lang}`].trim()
    if (text) return { text, lang }
  }
  return null
}

/** Paragraphs are separated by empty lines; line breaks within one are kept. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
