import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { commonWords } from './common-passwords.ts'
import { readNames } from './name-spellings.ts'
import { rejectWeakPassword } from './password-rules.ts'

const complaint = (password: string, names: readonly string[]): string | undefined => {
  try {
    rejectWeakPassword(password, names)
    return undefined
  } catch (error) {
    return (error as AppError).fields?.['password']?.reason
  }
}

const people = [
  { first: 'Ada', last: 'Lovelace', email: 'ada.lovelace@northwind-networks.example' },
  { first: 'Jürgen', last: 'Müller', email: 'juergen.mueller@müller-netz.de' },
  { first: 'Søren', last: 'Ångström', email: 's.angstrom@kabel.example' },
  { first: 'Zoë', last: 'Groß', email: 'zoe_gross1985@gmail.com' },
  { first: 'Bo', last: 'Li', email: 'boli@isp.example' },
  { first: 'Łukasz', last: 'Wójcik', email: 'lwojcik+noc@siec.pl' },
  { first: 'Anne-Marie', last: "O'Neill", email: 'amo@oneill.example' },
  { first: 'Иван', last: 'Петров', email: 'ivan.petrov@provider.example' },
  { first: '王', last: '小明', email: 'xiaoming.wang@provider.example' },
]
const company = 'Northwind Networks Ltd'
const namesOf = ({ first, last, email }: (typeof people)[number]) => [
  first,
  last,
  `${first} ${last}`,
  `${last}${first}`,
  email,
  company,
]

const leet: Record<string, string[]> = {
  a: ['4', '@'],
  b: ['8'],
  e: ['3', '€'],
  g: ['9'],
  i: ['1', '!', '|'],
  l: ['1', '|', '!'],
  o: ['0'],
  s: ['5', '$'],
  t: ['7', '+'],
  z: ['2'],
}
const two: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', ë: 'e', ó: 'o', ł: 'l' }

/** A random spelling of a name: a stream of numbers makes each choice. */
function spell(name: string, next: (below: number) => number): string {
  let text = name
  const umlauts = next(3)
  if (umlauts === 1) text = [...text.toLowerCase()].map((letter) => two[letter] ?? letter).join('')
  if (umlauts === 2) text = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  if (next(3) === 0) text = [...text].reverse().join('')
  const asLeet = next(3)
  const gap = next(4) === 0 ? [' ', '.', '-', '_', '*', ' - '][next(name.length > 6 ? 6 : 5)]! : ''
  const cased = next(4)
  return [...text]
    .map((letter, i) => {
      const signs = leet[letter.toLowerCase()]
      // At least one letter remains: a number alone is not a name.
      if (i > 0 && signs !== undefined && asLeet > 0 && next(asLeet === 1 ? 2 : 1) === 0)
        return signs[next(signs.length)]!
      if (cased === 1) return letter.toUpperCase()
      return cased === 2 && next(2) === 0 ? letter.toUpperCase() : letter
    })
    .join(gap)
}

const digitsAndSigns = '0123456789!?.,-_*#%&/=+ '

test('no name or address is accepted in any spelling, with any digits and symbols around it', () => {
  fc.assert(
    fc.property(
      fc.nat(people.length - 1),
      fc.nat(6),
      fc.infiniteStream(fc.nat(1_000_000)),
      fc.nat(10),
      fc.nat(10),
      (who, which, stream, before, after) => {
        const person = people[who]!
        const random = stream[Symbol.iterator]()
        const next = (below: number) => (random.next().value as number) % below
        const local = person.email.split('@')[0]!
        const choice = [
          person.first,
          person.last,
          `${person.first} ${person.last}`,
          `${person.last}${person.first}`,
          person.email,
          local,
          person.email.split('@')[1]!,
        ][which]!
        fc.pre([...choice].filter((letter) => /\p{L}/u.test(letter)).length >= 3)
        const pad = (length: number) =>
          Array.from({ length }, () => digitsAndSigns[next(digitsAndSigns.length)]).join('')
        const spelled = spell(choice, next)
        let password = pad(before > 5 ? 0 : before) + spelled + pad(after > 7 ? 0 : after)
        while (password.length < 12) password += pad(1)
        expect(complaint(password, namesOf(person)) ?? `accepted: ${spelled} in ${password}`).toMatch(
          /^password\.(contains_name|common|guessable)$/,
        )
      },
    ),
    { numRuns: 5000, seed: 17 },
  )
})

test.each([
  'adalovelace8351',
  'Ada Lovelace 1815',
  'ecalevol-ada-1815',
  '4d4 L0v3l4c3 !!!',
  'l o v e l a c e 9 9',
  'Lovelace, Ada.',
  'ada.lovelace@northwind-networks.example',
  'lovelace@northwind',
  'AAddaa__Lovelaaace',
  'alovelace#2024#',
  '7391lovelace8264',
  'NORTHWIND-networks-7',
  'northwind ada 12',
  '#Tr0nkl1ne'.replace('Tr0n', 'Trun') + '#93715',
  'enilknurt-84651',
  'аdа lоvеlасе 77',
])('%s is the owner’s name, its company or the panel', (password) => {
  expect(complaint(password, namesOf(people[0]!))).toMatch(/^password\.(contains_name|common|guessable)$/)
})

test.each([
  ['Mueller', 'Müller-1234567'],
  ['Müller', 'Muller-1234567'],
  ['Müller', 'mueller1234567'],
  ['Muller', 'MÜLLER 1234567'],
  ['Groß', 'gross-12345678'],
  ['Strasser', 'Straßer-123456'],
  ['Søren', 'soeren-1234567'],
  ['Łukasz', 'lukasz-1234567'],
  ['Çelik', 'celik--1234567'],
])('%s is recognised in %s', (name, password) => {
  expect(complaint(password, [name])).toMatch(/^password\.(contains_name|common|guessable)$/)
})

test('a number in the address is recognised with symbols in it and reversed', () => {
  const names = ['Kim', 'Park', '01712345678@mail.example']
  for (const password of ['0171-2345678', '0171 234 5678!!', '87654321710'.padEnd(12, '0')])
    expect(complaint(password, names), password).toBeDefined()
})

describe('passwords that only contain a name stay accepted', () => {
  const short = [
    'Ed',
    'Li',
    'Kim',
    'Ann',
    'Bo',
    'Rose',
    'Mark',
    'May',
    'Art',
    'Will',
    'Ada',
    'Lee',
    'Bea',
    'Abe',
    'Deb',
  ]
  const rest = (name: string) => [
    name,
    'Smith',
    `${name} Smith`,
    `Smith${name}`,
    `${name.toLowerCase()}@isp.example`,
    'Isp Ltd',
  ]

  test.each([
    ['Ann', 'planned quiet harbour 7'],
    ['Rose', 'rose lantern quiet harbour'],
    ['Mark', 'mark my words before noon'],
    ['Art', 'start charting the partner boat'],
    ['Ed', 'the wedding led us indeed'],
    ['Li', 'little olive climbing lilies'],
    ['May', 'it may rain over Lisbon'],
    ['Bo', 'bold jolly elbow boxes'],
    ['Will', 'will goblets ever float'],
    ['Ada', 'canada granada armada bread'],
    ['Kim', 'skimming stones at dawn'],
    ['Ada', 'ada kept four brass lamps'],
  ])('of %s: %s', (name, password) => {
    expect(complaint(password, rest(name))).toBeUndefined()
  })

  test('four words that are not names are accepted, even if the user has a short name', () => {
    const words = [
      'pebble',
      'kayak',
      'lantern',
      'harbour',
      'tundra',
      'oxide',
      'quarry',
      'amber',
      'violin',
      'walnut',
      'goblet',
      'ribbon',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...short),
        fc.shuffledSubarray(words, { minLength: 3, maxLength: 4 }),
        (name, chosen) => {
          expect(complaint(chosen.join('-'), rest(name))).toBeUndefined()
          expect(complaint(`${name.toLowerCase()} ${chosen.join(' ')}`, rest(name))).toBeUndefined()
        },
      ),
      { numRuns: 1000, seed: 17 },
    )
  })

  test('at most three in a thousand random passwords of password managers are rejected, including hexadecimal ones and numbers', () => {
    const every = Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i)).join('')
    for (const [alphabet, length] of [
      [every, 14],
      ['abcdefghijklmnopqrstuvwxyz0123456789', 12],
      ['0123456789abcdef', 16],
      ['0123456789', 14],
    ] as const) {
      let rejected = 0
      const runs = 3000
      fc.assert(
        fc.property(
          fc.constantFrom(...short),
          fc.array(fc.nat(alphabet.length - 1), { minLength: length, maxLength: length }),
          (name, picks) => {
            const password = picks.map((pick) => alphabet[pick]).join('')
            if (complaint(password, rest(name)) === 'password.contains_name') rejected++
          },
        ),
        { numRuns: runs, seed: 17 },
      )
      expect([alphabet.slice(0, 12), rejected <= (3 * runs) / 1000, rejected]).toEqual([
        alphabet.slice(0, 12),
        true,
        rejected,
      ])
    }
  })
})

test('a name with eighteen random digits and symbols is accepted', () => {
  expect(complaint('ada 8%2#91!7=46?05+39&51*7', ['Ada'])).toBeUndefined()
})

test('the longest password and the longest names are processed quickly, however repetitive', () => {
  const began = process.cpuUsage()
  const hard = ['il'.repeat(100), 'ab'.repeat(100), 'e'.repeat(200), 'ae'.repeat(100)]
  for (const password of ['1'.repeat(128), 'ab'.repeat(64), 'ae'.repeat(64), '4'.repeat(128), 'ﷺ'.repeat(128)])
    readNames(password, hard)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500)
})

test('common words are not names', () => {
  expect(commonWords.length).toBeGreaterThan(100)
  expect(readNames('violet-tundra', ['Ada'])).toMatchObject({ explained: 0, unexplained: 12 })
})
