import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import formDe from '../../form/texts.de.ts'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './refusals.de.ts'

const root = join(import.meta.dirname, '../../../..')

async function german() {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: 'de',
    resources: { de: { wifi: { refusal: de }, form: formDe } },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

/** Whole sentences in quotes, with something in place of what is put into them. */
const sentencesIn = (text: string): string[] =>
  [...text.matchAll(/'([A-Z][^'\n]{10,}\.)'|`((?:[A-Z]|\$\{)[^`\n]{10,}\.)`/g)].map(([, plain, made]) =>
    (plain ?? made ?? '').replaceAll(/\$\{[^}]*\}/g, 'X').replace('the X Wi-Fi', 'the old Wi-Fi'),
  )

describe('what is said of Wi-Fi', () => {
  it('is all of what the shapes of the contract refuse', async () => {
    const t = await german()
    const text = ['wifi', 'wifi-shapes']
      .map((name) => readFileSync(join(root, `contract/src/resources/${name}.ts`), 'utf8'))
      .join('\n')
    const refused = sentencesIn(text)
    expect(refused.length).toBeGreaterThan(10)
    expect([...new Set(refused)].filter((message) => said(message, t) === message)).toEqual([])
  })

  it('is all of what the server refuses', async () => {
    const t = await german()
    const folder = join(root, 'server/src/features/wifi')
    const refused = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => sentencesIn(readFileSync(join(folder, file), 'utf8')))
    expect(refused.length).toBeGreaterThan(20)
    expect([...new Set(refused)].filter((message) => said(message, t) === message)).toEqual([])
  })

  it('keeps names and numbers', async () => {
    const t = await german()
    expect(said('5180 MHz is at 5 GHz, which this network does not use.', t)).toBe(
      '5180 MHz liegt bei 5 GHz, was dieses Netz nicht nutzt.',
    )
  })
})
