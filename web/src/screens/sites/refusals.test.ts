import i18next from 'i18next'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import formDe from '../../form/texts.de.ts'
import formEn from '../../form/texts.en.ts'
import { said } from '../../ui/said.ts'
import de from './refusals.de.ts'
import en from './refusals.en.ts'
import './refusals.ts'

async function speak(lng: 'en' | 'de') {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng,
    resources: { en: { sites: { refusal: en }, form: formEn }, de: { sites: { refusal: de }, form: formDe } },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'server/src/features/sites')
const files = [
  ...readdirSync(folder)
    // What mails say is in the reader's language already; a missing licence is said by its code.
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|mail|enforcement/.test(file))
    .map((file) => join(folder, file)),
  join(root, 'contract/src/resources/site.ts'),
]
/** Whole sentences in quotes; templates with their numbers. */
const sentences = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<=[ (])(['`])([A-Z][^'`\n]* [^'`\n]*\.)\1/g)].map((found) =>
    (found[2] as string)
      // Degrees are numbers, and what a site still has is counted in words.
      .replaceAll(/−\$\{[^}]*\} to \$\{[^}]*\}/g, '−90 to 90')
      .replaceAll(/\$\{[^}]*\}/g, '7 devices'),
  ),
)

describe('what is said of sites', () => {
  it('is found by its own words', async () => {
    const t = await speak('en')
    for (const words of Object.values(en)) {
      const message = words.replaceAll(/\{\{\w\}\}/g, '7')
      expect(said(message, t)).toBe(message)
    }
  })

  it('is known in German, all that the server and the contract say', async () => {
    const t = await speak('de')
    expect(sentences.length).toBeGreaterThanOrEqual(8)
    expect([...new Set(sentences)].filter((words) => said(words, t) === words)).toEqual([])
  })
})
