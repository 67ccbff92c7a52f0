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
    resources: { en: { licences: { refusal: en }, form: formEn }, de: { licences: { refusal: de }, form: formDe } },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'server/src/features/licences')
const files = [
  ...readdirSync(folder)
    // What mails say is in the reader's language already; a missing licence is said by its code.
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|mail|enforcement/.test(file))
    .map((file) => join(folder, file)),
  join(root, 'contract/src/resources/licence.ts'),
]
/** Whole sentences in quotes; templates with their numbers. */
const sentences = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<=[ (])(['`])([A-Z][^'`\n]* [^'`\n]*\.)\1/g)].map((found) =>
    (found[2] as string).replaceAll(/\$\{[^}]*\}/g, '7 devices'),
  ),
)

describe('what is said of licences', () => {
  it('is found by its own words', async () => {
    const t = await speak('en')
    for (const words of Object.values(en)) {
      const message = words.replaceAll(/\{\{\w\}\}/g, '7')
      expect(said(message, t)).toBe(message)
    }
  })

  it('is known in German, all that the server and the contract say', async () => {
    const t = await speak('de')
    expect(sentences.length).toBeGreaterThanOrEqual(12)
    expect([...new Set(sentences)].filter((words) => said(words, t) === words)).toEqual([])
  })
})
