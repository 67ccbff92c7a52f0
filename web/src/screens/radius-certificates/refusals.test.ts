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
      en: { 'radius-certificates': { refusal: en }, form: formEn },
      de: { 'radius-certificates': { refusal: de }, form: formDe },
    },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'server/src/features/radius-certificates')
const files = [
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file)),
  join(root, 'contract/src/resources/radius-certificate.ts'),
  join(root, 'contract/src/resources/service-certificate.ts'),
]
/** Whole sentences in quotes; templates with a value in each place. */
const sentences = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<=[ (])(['`])([A-Z][^'`\n]* [^`\n]*\.)\1/g)].map((found) =>
    (found[2] as string).replaceAll(/\$\{[^}]*\}/g, '7'),
  ),
)

describe('what the server answers about RADIUS certificates', () => {
  it('is found by its own words', async () => {
    const t = await speak('en')
    for (const words of Object.values(en)) {
      const message = words.replaceAll(/\{\{\w\}\}/g, '7')
      expect(said(message, t)).toBe(message)
    }
  })

  it('is known in German, all of it', async () => {
    const t = await speak('de')
    expect(sentences.length).toBeGreaterThan(25)
    expect([...new Set(sentences)].filter((words) => said(words, t) === words)).toEqual([])
    expect(said('OpenSSL does not accept this certificate: ca md too weak.', t)).toBe(
      'OpenSSL akzeptiert dieses Zertifikat nicht: ca md too weak.',
    )
  })
})
