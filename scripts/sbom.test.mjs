import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from './checkout.mjs'
import { makeSbom, sbomErrors } from './sbom.mjs'

describe('the bill of materials', () => {
  let text
  let bom
  beforeAll(async () => {
    text = await makeSbom()
    bom = JSON.parse(text)
  }, 60_000)

  test('is CycloneDX of this version of the panel, without errors', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'trunkline', version } },
    })
    expect(sbomErrors(bom)).toEqual([])
  })

  test('lists production packages with version, licence and hash of the lock file, and no development tools', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const named = (name) => bom.components.find(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))
    for (const name of ['fastify', 'kysely', 'pg', 'zod', 'react'])
      expect(named(name)?.version, name).toBe(packages[`node_modules/${name}`].version)
    for (const name of ['vitest', 'oxlint', 'autocannon', 'playwright-core']) expect(named(name), name).toBeUndefined()
    expect(named('fastify').licenses).toEqual([{ license: { id: 'MIT' } }])
  })

  test('is reproducible, and contains no path of this machine and no registry address', async () => {
    expect(await makeSbom()).toBe(text)
    expect(text).not.toContain(root)
    expect(text).not.toMatch(/registry/i)
    expect(text).not.toMatch(/"timestamp"/)
  }, 60_000)

  test.each([
    ['a path', (one) => (one.description = `${root}/server`), /path of this machine/],
    ['another path', (one) => (one.externalReferences = [{ type: 'distribution', url: 'file:../x' }]), /path of this/],
    [
      'a registry',
      (one) => (one.externalReferences = [{ type: 'distribution', url: 'http://127.0.0.1:4873/x.tgz' }]),
      /package registry/,
    ],
    ['no hash', (one) => delete one.hashes, /no SHA-512/],
    ['no version', (one) => delete one.version, /no name, version or purl/],
    ['a reference to nothing', (one) => (one['bom-ref'] = 'gone@1'), /is no component/],
  ])('with %s is not published', (_what, spoil, expected) => {
    const other = JSON.parse(text)
    spoil(other.components.find(({ purl }) => purl.startsWith('pkg:npm/fastify@')))
    expect(sbomErrors(other).join('\n')).toMatch(expected)
  })
})
