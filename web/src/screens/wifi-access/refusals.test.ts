import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import formDe from '../../form/texts.de.ts'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './refusals.de.ts'

async function german() {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: 'de',
    resources: { de: { 'wifi-access': { refusal: de }, form: formDe } },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const root = join(import.meta.dirname, '../../../..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')

describe('what is said of access control', () => {
  it('is all of what the shapes of the contract refuse', async () => {
    const t = await german()
    const refused = [...source('contract/src/resources/access-control.ts').matchAll(/, '([A-Z][^'\n]*\.)'\)/g)].map(
      ([, message]) => message ?? '',
    )
    expect(refused.length).toBeGreaterThan(4)
    expect([...new Set(refused)].filter((message) => said(message, t) === message)).toEqual([])
  })

  it('is all of what the server finds wrong', async () => {
    const t = await german()
    const folder = 'server/src/features/access-control'
    const text = readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => source(`${folder}/${file}`).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''))
      .join('\n')
    // Sentences with a full stop that are no comment: names of things are without one.
    const told = [...text.matchAll(/'([A-Z][^'\n]* [^'\n]*\.)'|`(\$\{[^`\n]* [^`\n]*\.)`/g)].map(([, plain, made]) =>
      (plain ?? made ?? '').replaceAll(/\$\{[^}]*\}/g, 'Kim’s phone'),
    )
    expect(told.length).toBeGreaterThan(8)
    expect([...new Set(told)].filter((message) => said(message, t) === message)).toEqual([])
    expect(said('Kim’s phone has this MAC address at the same hours already.', t)).toBe(
      'Kim’s phone hat diese MAC-Adresse schon zu denselben Zeiten.',
    )
  })
})
