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
    resources: {
      en: { services: { refusal: en }, form: formEn },
      de: { services: { refusal: de }, form: formDe },
    },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'server/src/features/services')
const files = [
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file)),
  join(root, 'contract/src/resources/service.ts'),
  join(root, 'contract/src/resources/service-shapes.ts'),
  join(root, 'contract/src/resources/ipoe.ts'),
  join(root, 'db/functions/panel.open_prefix_pool.sql'),
  join(root, 'db/functions/panel.name_prefix_pool.sql'),
]
/** Whole sentences in quotes; templates with their numbers. */
const sentences = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<=[ (])(['`])([A-Z][^'`\n]* [^'`\n]*\.)\1/g)].map((found) =>
    (found[2] as string).replaceAll(/\$\{[^}]*\}|%s/g, '7'),
  ),
)

describe('what is said of services', () => {
  it('is found by its own words', async () => {
    const t = await speak('en')
    for (const words of Object.values(en)) {
      const message = words.replaceAll(/\{\{\w\}\}/g, '7')
      expect(said(message, t)).toBe(message)
    }
  })

  it('is known in German, all that the server and the contract say', async () => {
    const t = await speak('de')
    expect(sentences.length).toBeGreaterThan(20)
    // Told to programs that page by themselves.
    const unknown = [...new Set(sentences)].filter((words) => !words.includes('`next`') && said(words, t) === words)
    expect(unknown).toEqual([])
    expect(said('From 1 to 100.', t)).toBe('Von 1 bis 100.')
  })
})
