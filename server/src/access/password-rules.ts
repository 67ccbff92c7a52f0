import { message } from '@trunkline/contract/errors'
import { invalid } from '../errors.ts'
import { longName, readNames } from './name-spellings.ts'
import { commonWhole, commonWords } from './common-passwords.ts'

/** Letters as they are written in digits and signs. */
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

/** Rows of keyboards, digits and the alphabet: walking along one is no choice. */
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

/** What is left of a guesser's work: a repeated character or one more step of a walk costs nothing, nor does a year. */
function worth(text: string): number {
  const short = text.replaceAll(/(19|20)\d\d/g, '#').replaceAll(/[^\p{L}\p{N}#]+/gu, '-')
  let sum = 0
  for (let i = 0; i < short.length; i++) {
    const pair = short.slice(i - 1, i + 1)
    if (i === 0 || !(pair[0] === pair[1] || steps.has(pair))) sum++
  }
  return sum
}

/** Removes known words, longest first. @returns how many, and what stands between them */
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

/** Below this a password is made of what a guesser tries first. A known word counts as two characters. */
const minLength = 7

/** Letters beside names that make a password no better: of a long name, of a short one. */
const maxRest = { long: 3, short: 1 }
/** So many digits and signs around a name are a password by themselves; each of them counts twice at most, separators never. */
const strongRest = 18
const strengthOf = (signs: string) =>
  [...new Set(signs.replaceAll(/[\s._-]/g, ''))].reduce(
    (sum, sign) => sum + Math.min(2, signs.split(sign).length - 1),
    0,
  )

/** Names as they may be found in a password: whole and in parts, letters written as digits read as letters. */
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

/** Whether a password is a name in some spelling, with nothing around it but digits, signs and a few letters. */
function isName(password: string, names: readonly string[]): boolean {
  const { unexplained, maxLength, explained, explainedLetters, around } = readNames(password, spellable(names))
  // Without any letter of its own the name has to be most of it: numbers are full of short names in digits.
  const isFound = explainedLetters > 0 ? explained >= 3 : explained * 2 > password.length
  if (!isFound || unexplained > (maxLength >= longName ? maxRest.long : maxRest.short)) return false
  return strengthOf(around) < strongRest
}

/** Whether a password is a number that stands in a name or an e-mail address, with little around it. */
function isNumberOfName(password: string, names: readonly string[]): boolean {
  const compact = letters(password).replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const numbers = byLength(names.flatMap((name) => name.match(/\d{4,}/g) ?? []))
  const { found, rest } = without([...numbers, ...numbers.map((number) => [...number].reverse().join(''))], compact)
  return found > 0 && worth(rest) < minLength
}

/**
 * Refuses passwords that guessers try first: the common ones, and those made of common words, of the product's name or
 * of the given names (person, e-mail address, company) in any spelling, with digits, signs, years or repetitions around
 * them. A name among other words is no reason: they are what a guesser has to find. There is no
 * rule about kinds of characters (NIST SP 800-63B, 5.1.1.2). Length is the contract's matter. Nothing leaves the
 * machine for it.
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
