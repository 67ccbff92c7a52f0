import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import formDe from '../../form/texts.de.ts'
import { said } from '../../ui/said.ts'
import lanDe from '../lan/refusals.de.ts'
import './refusals.ts'
import de from './refusals.de.ts'

async function german() {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: 'de',
    resources: { de: { firewall: { refusal: de }, lan: { refusal: lanDe }, form: formDe } },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const root = join(import.meta.dirname, '../../../..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')
const filled = (text: string) => text.replaceAll(/\$\{[^}]*\}/g, '7')

describe('what is said of firewalls', () => {
  it('is all of what the shapes of the contract and the rules of forwards refuse', async () => {
    const t = await german()
    const text = ['resources/firewall', 'port-forward'].map((name) => source(`contract/src/${name}.ts`)).join('\n')
    const refused = [...text.matchAll(/(?:, |return |\? |: |\n\s+)['`]([A-Z][^'`\n]*\.)['`]/g)].map(([, words]) =>
      filled(words ?? ''),
    )
    expect(refused.length).toBeGreaterThan(10)
    expect([...new Set(refused)].filter((message) => said(message, t) === message)).toEqual([])
  })

  it('is what the server finds wrong with a field, and what it refuses', async () => {
    const t = await german()
    const folder = 'server/src/features/firewall'
    const text = readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => source(`${folder}/${file}`))
      .join('\n')
    const refused = [
      ...text.matchAll(/(?:faults\[[^\]]+\] =|fail\(|refused\(|before:)\s*(?:'([^'\n]+)'|`([^`\n]+)`)/g),
    ].map(([, a, b]) => filled(a ?? b ?? ''))
    expect(refused.length).toBeGreaterThan(12)
    expect(refused.filter((message) => said(message, t) === message)).toEqual([])
    expect(said('This port is forwarded already, by rule 3 (recorder).', t)).toBe(
      'Dieser Port wird schon weitergeleitet, durch rule 3 (recorder).',
    )
  })
})
