import { message } from '@trunkline/contract/errors'
import { invalid } from '../errors.ts'
import { longName, readNames } from './name-spellings.ts'
import { commonWhole, commonWords } from './common-passwords.ts'

/** Letters and the digits and symbols used for them. */
const written: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
  '|': 'l',
}

const letters = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
const readable = (text: string) => [...text].map((character) => written[character] ?? character).join('')

/** Keyboard rows, digits and the alphabet: sequences along these are easy to guess. */
const rows = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
]
const steps = new Set(
  rows.flatMap((row) =>
    [...row].slice(1).flatMap((character, i) => [`${row[i]}${character}`, `${character}${row[i]}`]),
  ),
)

/** Characters that add work for a guesser: repetitions, further steps of a sequence, and years do not. */
function worth(text: string): number {
  const short = text.replaceAll(/(19|20)\d\d/g, '#').replaceAll(/[^\p{L}\p{N}#]+/gu, '-')
  let sum = 0
  for (let i = 0; i < short.length; i++) {
    const pair = short.slice(i - 1, i + 1)
    if (i === 0 || !(pair[0] === pair[1] || steps.has(pair))) sum++
  }
  return sum
}

/**
 * Removes known words, longest first.
 * @returns their number, and the text between them
 */
function without(words: readonly string[], text: string): { found: number; rest: string } {
  let rest = text
  const found = new Set<string>()
  for (const word of words)
    if (rest.includes(word)) {
      found.add(word)
      rest = rest.replaceAll(word, '\0')
    }
  return { found: found.size, rest: rest.replaceAll('\0', '') }
}

const byLength = (words: Iterable<string>) => [...new Set(words)].sort((a, b) => b.length - a.length)
const common = byLength(commonWords)

/** A password with fewer such characters consists of common guesses. A known word counts as two characters. */
const minLength = 7

/** Number of letters besides names up to which a password is still weak: for a long name, for a short one. */
const maxRest = { long: 3, short: 1 }
/** This many digits and symbols besides a name make a password strong; each counts at most twice, separators never. */
const strongRest = 18
const strengthOf = (signs: string) =>
  [...new Set(signs.replaceAll(/[\s._-]/g, ''))].reduce(
    (sum, sign) => sum + Math.min(2, signs.split(sign).length - 1),
    0,
  )

/** The names to search a password for: whole and in parts, with digits read as letters. */
const spellable = (names: readonly string[]) => [
  ...new Set(
    names.flatMap((name) => {
      const [local = '', domain = ''] = name.includes('@') ? name.split('@') : []
      const parts = letters(name).split(/[^\p{L}\p{N}]+/u)
      return [
        name,
        readable(letters(name)),
        local,
        readable(local),
        domain,
        ...parts.filter((part) => part.length >= 3),
      ]
    }),
  ),
]

/** Whether a password is a name in some spelling, with only digits, symbols and a few letters added. */
function isName(password: string, names: readonly string[]): boolean {
  const { unexplained, maxLength, explained, explainedLetters, around } = readNames(password, spellable(names))
  // If the password has no other letters the name must cover most of it, because numbers often spell short names in
  // digits.
  const isFound = explainedLetters > 0 ? explained >= 3 : explained * 2 > password.length
  if (!isFound || unexplained > (maxLength >= longName ? maxRest.long : maxRest.short)) return false
  return strengthOf(around) < strongRest
}

/** Whether a password is a number from a name or an e-mail address, with little added. */
function isNumberOfName(password: string, names: readonly string[]): boolean {
  const compact = letters(password).replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const numbers = byLength(names.flatMap((name) => name.match(/\d{4,}/g) ?? []))
  const { found, rest } = without([...numbers, ...numbers.map((number) => [...number].reverse().join(''))], compact)
  return found > 0 && worth(rest) < minLength
}

/**
 * Rejects passwords that are easy to guess: common ones, and those composed of common words, of the product's name or
 * of given names (person, e-mail address, company) in any spelling, with digits, symbols, years or repetitions added. A
 * name among other words is accepted, because the other words make it hard to guess. There is no rule about character
 * classes (NIST SP 800-63B, 5.1.1.2). The contract checks the length. All checks are local.
 * @throws AppError validation_failed at `field`
 */
export function rejectWeakPassword(password: string, names: readonly string[], field = 'password'): void {
  const plain = letters(password)
  if (commonWhole.has(plain)) throw invalid({ [field]: message('password.common') })
  const all = ['trunkline', ...names]
  if (isName(password, all) || isNumberOfName(password, names))
    throw invalid({ [field]: message('password.contains_name') })
  const own = byLength([
    'trunkline',
    ...names.flatMap((name) => letters(name).split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3),
    ...names.map((name) => letters(name).replaceAll(/[^\p{L}\p{N}]+/gu, '')).filter((name) => name.length >= 4),
  ])
  for (const text of [plain, readable(plain)]) {
    const personal = without(own, text)
    const ordinary = without(common, personal.rest)
    if (2 * (personal.found + ordinary.found) + worth(ordinary.rest) >= minLength) continue
    throw invalid({ [field]: message(personal.found > 0 ? 'password.contains_name' : 'password.guessable') })
  }
}
