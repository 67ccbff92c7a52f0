import { expect, test } from 'vitest'
import { missingPackages, radiusPackages } from './packages.mjs'
import { decideInstall, isYes, managesRadius, offerRadiusInstallation } from './radius-offer.mjs'

const atTerminal = {
  missing: ['freeradius'],
  consents: false,
  atTerminal: true,
  isRoot: true,
  isDebian: true,
  managesRadius: true,
}

test('at a terminal, as root on Debian, it prompts', () => {
  expect(decideInstall(atTerminal)).toBe('ask')
})

test('--yes installs without asking, at a terminal or not', () => {
  expect(decideInstall({ ...atTerminal, consents: true })).toBe('install')
  expect(decideInstall({ ...atTerminal, consents: true, atTerminal: false })).toBe('install')
})

test('without consent nothing is installed', () => {
  expect(decideInstall({ ...atTerminal, atTerminal: false })).toBe('nothing')
})

test('it neither prompts nor installs as another user, on another system, with RADIUS off, or if nothing is missing', () => {
  for (const change of [{ isRoot: false }, { isDebian: false }, { managesRadius: false }, { missing: [] }])
    for (const consents of [false, true])
      expect(decideInstall({ ...atTerminal, consents, ...change }), JSON.stringify(change)).toBe('nothing')
})

test('only a process with the role all, and RADIUS not off, manages FreeRADIUS', () => {
  expect(managesRadius({}, [])).toBe(true)
  expect(managesRadius({ TRUNKLINE_RADIUS: '', TRUNKLINE_ROLE: '' }, [])).toBe(true)
  expect(managesRadius({ TRUNKLINE_RADIUS: 'off' }, [])).toBe(false)
  expect(managesRadius({ TRUNKLINE_ROLE: 'web' }, [])).toBe(false)
  expect(managesRadius({}, ['--role=worker'])).toBe(false)
  expect(managesRadius({ TRUNKLINE_ROLE: 'web' }, ['--role=all'])).toBe(true)
})

test('only y and yes confirm', () => {
  expect(['y', 'Y', 'yes', ' YES '].every(isYes)).toBe(true)
  expect(['', 'n', 'no', 'yep', 'ja', 'y n'].some(isYes)).toBe(false)
})

test('each missing package is listed once', () => {
  expect(missingPackages(radiusPackages, () => false)).toEqual(['freeradius', 'freeradius-postgresql'])
  expect(missingPackages(radiusPackages, (path) => !path.endsWith('.so'))).toEqual(['freeradius-postgresql'])
  expect(missingPackages(radiusPackages, () => true)).toEqual([])
})

test('--yes is removed from the arguments of the panel', async () => {
  const args = ['node', 'start.mjs', '--yes', '--role=web']
  await offerRadiusInstallation(args)
  expect(args).toEqual(['node', 'start.mjs', '--role=web'])
})
