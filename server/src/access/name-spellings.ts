/*
 * Recognises names in passwords, however they are spelled: any case and script of letters, umlauts as one letter or
 * two, letters written as digits and symbols, doubled letters, symbols in between, reversed, in any order, surrounded
 * by digits and symbols. It scans the password once for all names, and counts the characters that no name covers.
 */

/** Characters equivalent to letters other than those of their decomposition (Unicode NFKD). */
const spelledAs: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  // Look-alike letters of other scripts.
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
}

/** The letters that digits and symbols are used for. */
const writtenAs: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'bg',
  '7': 't',
  '8': 'b',
  '9': 'gq',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'il',
  '+': 't',
  '(': 'c',
  '€': 'e',
  '£': 'l',
}

const isLetter = (character: string) => /\p{L}/u.test(character)

/** Lower case without diacritics, one character per letter. */
const plain = (text: string): string[] =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{Mn}/gu, ''),
  ].flatMap((character) => [...(spelledAs[character] ?? character)])

/** Vowels whose umlaut can also be written with a following `e`. */
const umlauts = new Set(['a', 'o', 'u'])

/** A letter of a name: one or more times. `optional` is the `e` of an umlaut. */
interface Step {
  letter: string
  optional: boolean
}

/** The pattern of a name: without doubled letters, each vowel that may be an umlaut with its optional `e`. */
function stepsOf(name: string): Step[] {
  const letters = plain(name).filter(isLetter)
  const steps: Step[] = []
  for (const letter of letters) {
    const before = steps.at(-1)
    // A doubled letter, or the optional e that the previous vowel already has.
    if (before?.letter === letter) continue
    steps.push({ letter, optional: false })
    if (umlauts.has(letter)) steps.push({ letter: 'e', optional: true })
  }
  return steps
}

interface Pattern {
  steps: readonly Step[]
  /** Number of letters of the name; doubled letters count once. */
  length: number
}

/** A name forwards and reversed. */
function patternsOf(name: string): Pattern[] {
  const steps = stepsOf(name)
  const letters = plain(name).filter(isLetter)
  const length = letters.filter((letter, i) => letter !== letters[i - 1]).length
  return [
    { steps, length },
    { steps: steps.toReversed(), length },
  ]
}

/** Minimum number of letters of a long name. */
export const longName = 5
/** Symbols allowed between two letters; in a long name digits too. */
const maxGap = { long: 8, short: 3 }

/**
 * The positions where a match of a name from `start` can end, in ascending order.
 * @param text for each character the letters that it can represent
 */
function endsOf(text: readonly Character[], start: number, { steps, length }: Pattern): number[] {
  const long = length >= longName
  const isGap = (at: number, letter: string) => {
    const character = text[at]
    if (character === undefined || character.isLetter || character.letters.includes(letter)) return false
    return long || !character.isDigit
  }
  const beyondGap = (from: number, letter: string) => {
    let at = from
    while (at - from < (long ? maxGap.long : maxGap.short) && isGap(at, letter)) at++
    return at
  }
  const activeAccount = (at: number, letter: string) => text[at]?.letters.includes(letter) === true
  let reached = [start]
  for (const { letter, optional } of steps) {
    const next: number[] = []
    // The end of the last run of this letter: positions inside it lead to no other match.
    let covered = -1
    for (const from of reached) {
      let at = from > start ? beyondGap(from, letter) : from
      if (at < covered) continue
      while (activeAccount(at, letter)) {
        at++
        if (at > covered) next.push((covered = at))
        // Doubled letters allow the same symbols in between.
        const beyond = beyondGap(at, letter)
        if (activeAccount(beyond, letter)) at = beyond
      }
    }
    reached = optional ? [...new Set([...reached, ...next])].sort((a, b) => a - b) : next
    if (reached.length === 0) break
  }
  return reached
}

/** NFKD can expand a password of 128 characters to many more. */
const maxCharacters = 512

interface Character {
  text: string
  letters: string
  isLetter: boolean
  isDigit: boolean
}

const charactersOf = (text: string): Character[] =>
  plain(text)
    .slice(0, maxCharacters)
    .map((character) =>
      isLetter(character)
        ? { text: character, letters: character, isLetter: true, isDigit: false }
        : { text: character, letters: writtenAs[character] ?? '', isLetter: false, isDigit: /\p{N}/u.test(character) },
    )

export interface Reading {
  /** Letters that no name covers. */
  unexplained: number
  /** Letters of the longest name found. */
  maxLength: number
  /** Letters of the names found, as the names have them … */
  explained: number
  /** … and how many of them the password spells with letters. */
  explainedLetters: number
  /** Digits and symbols around the names. */
  around: string
}

/** The match of a password with the fewest uncovered letters. Names shorter than two letters are ignored. */
export function readNames(password: string, names: readonly string[]): Reading {
  const text = charactersOf(password)
  const patterns = names.flatMap(patternsOf).filter(({ length }) => length >= 2)
  const none: Reading = { unexplained: 0, maxLength: 0, explained: 0, explainedLetters: 0, around: '' }
  // best[i]: the best match of the first i characters.
  const best: (Reading | undefined)[] = [none]
  const better = (a: Reading, b: Reading | undefined) =>
    b === undefined || a.unexplained < b.unexplained || (a.unexplained === b.unexplained && a.explained > b.explained)
  for (let at = 0; at < text.length; at++) {
    const here = best[at] as Reading
    const character = text[at] as Character
    const skipped = character.isLetter
      ? { ...here, unexplained: here.unexplained + 1 }
      : { ...here, around: here.around + character.text }
    if (better(skipped, best[at + 1])) best[at + 1] = skipped
    for (const pattern of patterns)
      for (const end of endsOf(text, at, pattern)) {
        const letters = text.slice(at, end).filter((one) => one.isLetter).length
        const read = {
          ...here,
          maxLength: Math.max(here.maxLength, pattern.length),
          explained: here.explained + pattern.length,
          explainedLetters: here.explainedLetters + letters,
        }
        if (better(read, best[end])) best[end] = read
      }
  }
  return best[text.length] as Reading
}
