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
    resources: { de: { lan: { refusal: de }, form: formDe } },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

const source = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')

describe('what is said of networks of routers', () => {
  it('is all of what the shapes of the contract refuse', async () => {
    const t = await german()
    const files = ['control', 'control-shapes'].map((name) => source(`contract/src/resources/${name}.ts`)).join('\n')
    const refused = [...files.matchAll(/, '([A-Z][^'\n]*\.)',?\)|, '([A-Z][^'\n]*\.)',\n/g)].map(
      ([, a, b]) => a ?? b ?? '',
    )
    expect(refused.length).toBeGreaterThan(8)
    expect([...new Set(refused)].filter((message) => said(message, t) === message)).toEqual([])
  })

  it('is what the server finds wrong with a field', async () => {
    const t = await german()
    const folder = 'server/src/features/lan'
    const files = readdirSync(join(import.meta.dirname, '../../../..', folder)).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const text = files.map((file) => source(`${folder}/${file}`)).join('\n')
    const faults = [...text.matchAll(/faults\[[^\]]+\] =\s*(?:'([^']+)'|`([^`]+)`)/g)].map(([, a, b]) =>
      (a ?? b ?? '').replaceAll(/\$\{[^}]*\}/g, '7'),
    )
    expect(faults.length).toBeGreaterThan(8)
    expect(faults.filter((message) => said(message, t) === message)).toEqual([])
    expect(said('The panel comes in by 10.0.0.1/24: without it the device is out of reach.', t)).toBe(
      'Das Panel kommt über 10.0.0.1/24 herein: Ohne sie ist das Gerät nicht erreichbar.',
    )
  })
})
