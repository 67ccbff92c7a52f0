import { expect, test } from 'vitest'
import { decideTestPackages, listOf } from './test-programs.mjs'

const missing = ['nginx', 'caddy']

test('missing packages are listed, and not installed', () => {
  expect(decideTestPackages({ missing, inCi: false, consents: false })).toBe('list')
  expect(listOf(missing)).toContain('sudo apt-get install --no-install-recommends nginx caddy\n')
})

test('they are installed in CI, and with --install', () => {
  expect(decideTestPackages({ missing, inCi: true, consents: false })).toBe('install')
  expect(decideTestPackages({ missing, inCi: false, consents: true })).toBe('install')
})

test('nothing is done if nothing is missing', () => {
  for (const inCi of [true, false])
    for (const consents of [true, false]) expect(decideTestPackages({ missing: [], inCi, consents })).toBe('nothing')
})
