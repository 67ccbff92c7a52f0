import { locales } from '@trunkline/contract/fields'
import german from '@trunkline/contract/messages/de'
import english from '@trunkline/contract/messages/en'
import type { Catalogue } from '@trunkline/contract/messages/texts'

export type Language = (typeof locales)[number]

const catalogues: Record<Language, Catalogue> = { en: english, de: german }

export const catalogueOf = (language: Language): Catalogue => catalogues[language]

const isLanguage = (tag: string): tag is Language => (locales as readonly string[]).includes(tag)

/**
 * The complete language that the caller prefers (Accept-Language, RFC 9110, 12.5.4). English if the header is missing
 * or names no complete language.
 */
export function acceptedLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en'
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const quality = params.map((param) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
      return { tag: tag.trim().split('-')[0] as string, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => isLanguage(tag) && quality > 0)
  // The first one with the highest quality: sorting is stable.
  return (ranges.sort((one, other) => other.quality - one.quality)[0]?.tag as Language | undefined) ?? 'en'
}
