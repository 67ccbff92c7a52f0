import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './checkout.mjs'
import { afterLast, ArgumentError, filesOf, intoBlock, placeholdersOf } from './new-resource.mjs'

/** Why arguments are rejected. */
const rejection = (...args) => {
  try {
    filesOf(placeholdersOf(args))
  } catch (error) {
    if (error instanceof ArgumentError) return error.message
    throw error
  }
  return undefined
}

describe('the arguments of new-resource', () => {
  test('are one name, from which all others follow', () => {
    expect(placeholdersOf(['circuit'])).toMatchObject({
      kebab: 'circuit',
      kebabs: 'circuits',
      snake: 'circuit',
      camels: 'circuits',
      Pascal: 'Circuit',
      Many: 'Circuits',
      Einzahl: 'Circuit',
      Mehrzahl: 'Circuits',
      section: 'inventory',
      part: undefined,
    })
    expect(placeholdersOf(['relay-switch'])).toMatchObject({
      kebabs: 'relay-switches',
      snake: 'relay_switch',
      camel: 'relaySwitch',
      camels: 'relaySwitches',
      Pascal: 'RelaySwitch',
      one: 'relay switch',
      Many: 'Relay switches',
    })
    expect(placeholdersOf(['facility']).kebabs).toBe('facilities')
  })

  test('may name the plural, texts, the place in the menu, the icon and the licence', () => {
    expect(
      placeholdersOf([
        'chassis',
        '--plural=chassis-units',
        '--title=Chassis',
        '--german=Gehäuse',
        '--german-plural=Gehäuse',
        '--section=network',
        '--icon=IconServer',
        '--part=hardware',
      ]),
    ).toMatchObject({
      kebabs: 'chassis-units',
      Many: 'Chassis',
      Einzahl: 'Gehäuse',
      Mehrzahl: 'Gehäuse',
      Icon: 'IconServer',
      section: 'network',
      part: 'hardware',
    })
  })

  test.each([
    ['no name', [], /Name one resource/],
    ['two names', ['circuit', 'cable'], /Name one resource/],
    ['capitals', ['Circuit'], /“Circuit” is not a name/],
    ['an underscore', ['cross_connect'], /is not a name/],
    ['a hyphen at the end', ['cross-'], /is not a name/],
    ['a path', ['../circuit'], /is not a name/],
    ['a digit at the start', ['5g'], /is not a name/],
    ['a name that PostgreSQL would cut', ['c'.repeat(41)], /at most 40 characters/],
    ['a reserved word of SQL', ['order'], /reserved word/],
    ['a reserved word of JavaScript', ['package'], /reserved word/],
    ['a name that the templates use', ['record'], /variable “record”/],
    ['a plural that the templates use', ['path'], /variable “paths”/],
    ['a plural that is no name', ['circuit', '--plural', 'Circuits'], /“Circuits” is not a name/],
    ['a plural like the singular', ['chassis', '--plural', 'chassis'], /have to differ/],
    ['a German singular without its plural', ['circuit', '--german', 'Leitung'], /needs --german-plural/],
    ['a text that would end a string', ['circuit', '--title', "Circuit's"], /characters/],
    ['an empty text', ['circuit', '--title', ''], /characters/],
    ['an unknown section', ['circuit', '--section', 'attic'], /no section “attic”: tenants, inventory/],
    ['an unknown icon', ['circuit', '--icon', 'IconOfNothing'], /no icon/],
    ['an icon of an action', ['circuit', '--icon', 'IconCircleCheck'], /used for an action/],
    ['an unknown part', ['circuit', '--part', 'tea'], /no part “tea”: hardware/],
    ['an unknown option', ['circuit', '--colour', 'red'], /--colour/],
    ['a resource that exists', ['tariff'], /There is a resource “tariff” already/],
    ['a table that exists', ['invitation'], /There is a resource “invitation” already/],
  ])('are rejected for %s', (_name, args, reason) => {
    expect(rejection(...args)).toMatch(reason)
  })
})

describe('the files of a resource', () => {
  const { created, changed } = filesOf(placeholdersOf(['cross-connect', '--part', 'hardware']))

  test('hold no placeholder, and none of them exists', () => {
    expect(created.size).toBeGreaterThan(10)
    for (const [path, text] of created) {
      expect(existsSync(join(root, path)), path).toBe(false)
      expect(`${path}\n${text}`).not.toMatch(/__[A-Za-z]+__/)
    }
  })

  test('add lines to the lists and change no other', () => {
    for (const [path, text] of changed) {
      const before = readFileSync(join(root, path), 'utf8').split('\n')
      const after = text.split('\n')
      const added = after.filter((line) => /cross-?connect|querverbindung/i.test(line))
      expect(added.length, path).toBeGreaterThan(0)
      expect(
        after.filter((line) => !added.includes(line)),
        path,
      ).toEqual(before)
    }
  })
})

test('a list that looks different now is named, not damaged', () => {
  expect(() => intoBlock('const table = {', '}', 'x')(['const rows = {', '}'])).toThrow('no block “const table = {')
  expect(() => afterLast(/^import/, 'x')(['export {}'])).toThrow('no line like /^import/')
})
