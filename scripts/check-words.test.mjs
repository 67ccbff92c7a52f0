import { describe, expect, test } from 'vitest'
import { checkoutFiles } from './check-imports.mjs'
import { root } from './checkout.mjs'
import { checkWords, partsOf, wordsIn } from './check-words.mjs'

const found = (path, text) => wordsIn(path, text).map(({ name, line }) => `${line} ${name}`)
const file = 'server/src/features/sites/site.ts'

test('this checkout follows the table', () => {
  expect(checkWords(checkoutFiles(root))).toEqual([])
}, 60_000)

test('a name is split where its case changes, at underscores and at digits', () => {
  expect(partsOf('setWayBack_id2')).toEqual(['set', 'way', 'back', 'id', '2'])
  expect(partsOf('RADIUSWords')).toEqual(['radius', 'words'])
  expect(partsOf('TRUNKLINE_KEY')).toEqual(['trunkline', 'key'])
})

describe('names', () => {
  test.each([
    ['a variable', 'const wayBack = 1'],
    ['a renamed property of a pattern', 'const { rollback: wayBack } = state'],
    ['an element of a pattern', 'const [, wayBack = 1] = state'],
    ['a function', 'function wayBack() {}'],
    ['a parameter', 'export const run = (wayBack: string) => 1'],
    ['a parameter of a function type', 'type Run = (wayBack: string) => void'],
    ['a type', 'type WayBack = string'],
    ['an interface', 'interface WayBack {}'],
    ['a class', 'class WayBack {}'],
    ['a member of an interface', 'interface State { wayBack: string }'],
    ['a method', 'class State { wayBack() {} }'],
    ['a property of an object', 'const state = { wayBack: 1 }'],
    ['an import under another name', "import { rollback as wayBack } from './x.ts'"],
    ['a caught error', 'try {} catch (wayBack) {}'],
  ])('%s is found', (_, text) => {
    expect(found(file, text).map((one) => one.toLowerCase())).toEqual(['1 wayback'])
  })

  test('a name is reported once a file, at its first line', () => {
    expect(found(file, 'const one = 1\nconst told = 1\nfunction f(told) {}')).toEqual(['2 told'])
  })

  test('uses of names are not reported: the file that declares one is', () => {
    const text = "import { told } from './x.ts'\nconst { kept } = told.said\nrun({ told })\nquery.takeFirst()"
    expect(found(file, text)).toEqual([])
  })

  test('parts of other words are not reported', () => {
    expect(found(file, 'const [soldier, placeholder, stakes, keyword] = []\nconst backWay = 1')).toEqual([])
  })

  test('names that other programs or the API define are allowed', () => {
    expect(found(file, "const options = { keepAlive: true }\nconst end = { refused: 1 }\nconst words = ''")).toEqual([])
    expect(found(file, 'const options = { keepOpen: true }')).toEqual(['1 keepOpen'])
  })

  test('faults are a term of the simulator, rooms of socket.io', () => {
    expect(found('simulator/src/faults.ts', 'const fault = 1')).toEqual([])
    expect(found(file, 'const fault = 1')).toEqual(['1 fault'])
    expect(found('server/src/live/live.ts', 'const room = 1')).toEqual([])
    expect(found(file, 'const room = 1')).toEqual(['1 room'])
  })
})

describe('texts', () => {
  test.each([
    'web/src/screens/sites/texts.en.ts',
    'web/src/screens/sites/titles.en.ts',
    'web/src/i18n/common/texts.en.ts',
    'contract/src/messages/en.ts',
    'contract/src/messages/en/device.ts',
    'server/src/mail/texts.en.ts',
  ])('%s belongs to the catalogue', (path) => {
    expect(
      found(path, "export default {\n  help: 'Nobody is let in.',\n  end: (at) => `Taken away at ${at}`,\n}"),
    ).toEqual(['2 "nobody"', '2 "let in"', '3 "taken away"'])
  })

  test('other files and other languages do not', () => {
    for (const path of [file, 'web/src/screens/sites/texts.de.ts', 'contract/src/messages/de/device.ts'])
      expect(found(path, "export const help = 'Nobody is let in.'")).toEqual([])
  })

  test('a phrase of the field is allowed', () => {
    expect(found('server/src/mail/texts.en.ts', "export const help = 'Connection refused.'")).toEqual([])
    expect(found('server/src/mail/texts.en.ts', "export const help = 'The router refused it.'")).toEqual([
      '1 "refused"',
    ])
  })
})

test('a problem names file, line, word and what to write instead', () => {
  const files = new Map([
    ['web/src/a.ts', 'const one = 1\nconst told = 1'],
    ['web/src/b.json', '{}'],
  ])
  expect(checkWords(files)).toEqual(['web/src/a.ts:2: told: instead of "told" write: notify, report'])
})
