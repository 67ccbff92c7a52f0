/*
 * Recognises names in passwords, however they are spelled: any case and script of letters, umlauts as one letter or two,
 * letters written as digits and signs, doubled letters, signs between them, backwards, in any order, with digits and signs
 * around them. It reads the password once with all names at the same time, and counts what no name explains.
 */

/** Characters that stand for other letters than those they decompose into (Unicode NFKD). */
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
  // Letters of other scripts that look the same.
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

/** Letters that digits and signs are written for. */
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

/** Vowels whose umlaut is also written with an `e` behind them. */
const umlauts = new Set(['a', 'o', 'u'])

/** A letter of a name: once or several times. `optional` is the `e` of an umlaut. */
interface Step {
  letter: string
  optional: boolean
}

/** A name as it is looked for: without doubled letters, every vowel that may be an umlaut with its optional `e`. */
function stepsOf(name: string): Step[] {
  const letters = plain(name).filter(isLetter)
  const steps: Step[] = []
  for (const letter of letters) {
    const before = steps.at(-1)
    // Doubled, or the e that the vowel before it has anyway.
    if (before?.letter === letter) continue
    steps.push({ letter, optional: false })
    if (umlauts.has(letter)) steps.push({ letter: 'e', optional: true })
  }
  return steps
}

interface Pattern {
  steps: readonly Step[]
  /** Letters of the name, doubled ones once. */
  length: number
}

/** A name forwards and backwards. */
function patternsOf(name: string): Pattern[] {
  const steps = stepsOf(name)
  const letters = plain(name).filter(isLetter)
  const length = letters.filter((letter, i) => letter !== letters[i - 1]).length
  return [
    { steps, length },
    { steps: steps.toReversed(), length },
  ]
}

/** Names of so many letters are long ones. */
export const longName = 5
/** Signs that may stand between two letters, or digits too in a long name. */
const maxGap = { long: 8, short: 3 }

/**
 * Where a name that begins at `start` can end, in ascending order.
 * @param text for each character the letters that it may stand for
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
    // The end of the run of this letter that was read last: positions inside it lead nowhere else.
    let covered = -1
    for (const from of reached) {
      let at = from > start ? beyondGap(from, letter) : from
      if (at < covered) continue
      while (activeAccount(at, letter)) {
        at++
        if (at > covered) next.push((covered = at))
        // Doubled letters have the same signs between them as others.
        const beyond = beyondGap(at, letter)
        if (activeAccount(beyond, letter)) at = beyond
      }
    }
    reached = optional ? [...new Set([...reached, ...next])].sort((a, b) => a - b) : next
    if (reached.length === 0) break
  }
  return reached
}

/** A password of 128 characters may decompose into far more. */
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
  /** Letters that no name explains. */
  unexplained: number
  /** Letters of the longest name that was found. */
  maxLength: number
  /** Letters of the names that were found, as the names have them … */
  explained: number
  /** … and how many of them the password spells with letters. */
  explainedLetters: number
  /** The digits and signs around them. */
  around: string
}

/** The reading of a password with the fewest unexplained letters. Names shorter than two letters are left out. */
export function readNames(password: string, names: readonly string[]): Reading {
  const text = charactersOf(password)
  const patterns = names.flatMap(patternsOf).filter(({ length }) => length >= 2)
  const none: Reading = { unexplained: 0, maxLength: 0, explained: 0, explainedLetters: 0, around: '' }
  // best[i]: the best reading of the first i characters.
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
