import i18next from 'i18next'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultOf, parsePrefix } from '@trunkline/contract/net'
import formDe from '../../form/texts.de.ts'
import formEn from '../../form/texts.en.ts'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './refusals.de.ts'
import en from './refusals.en.ts'

async function speak(lng: 'en' | 'de') {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng,
    resources: {
      en: { ipam: { refusal: en }, form: formEn },
      de: { ipam: { refusal: de }, form: formDe },
    },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

describe('what the server says of subnets', () => {
  it('is found by its own words, each by its own sentence', async () => {
    const t = await speak('en')
    for (const words of Object.values(en)) {
      const message = words.replaceAll(/\{\{(\w)\}\}/g, (_, name: string) => `2001:db8:${name}::/48`)
      expect(said(message, t)).toBe(message)
    }
    const german = await speak('de')
    expect(said('203.0.112.0/25 is taken by 203.0.112.0/27 (Access).', german)).toBe(
      '203.0.112.0/25 ist vergeben an 203.0.112.0/27 (Access).',
    )
    expect(said(faultOf(() => parsePrefix('2001:db8::1/64')) ?? '', german)).toBe(
      '2001:db8::1 ist nicht der Anfang eines /64. Das Netz ist 2001:db8::/64.',
    )
  })

  it('is all of what the database refuses', async () => {
    const t = await speak('de')
    const folder = join(import.meta.dirname, '../../../../db/functions')
    const text = readdirSync(folder)
      .filter((file) => file.startsWith('ip_'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    const refused = [...text.matchAll(/ip_refuse\([^;]*?'((?:[A-Z]|%s )[^']*\.)'/g)].map(([, words]) => words as string)
    expect(refused.length).toBeGreaterThan(60)
    const unknown = [...new Set(refused)].filter((words) => {
      const message = words.replace('%s is taken%s%s.', '%s is taken.').replaceAll('%s', '7')
      return said(message, t) === message
    })
    expect(unknown).toEqual([])
  })
})
