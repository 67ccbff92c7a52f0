import { Trap } from '../router/trap.ts'

/** A part of a value: literal text, a variable, or the result of a command in brackets. */
export type Part =
  | { text: string }
  | { variable: string }
  | { command: string }
  /** `{ … }`, unparsed. */
  | { block: string }
  /** `( … )`, unparsed. */
  | { expression: string }

export interface Word {
  /** `address` of `address=10.0.0.1`, with the operator (`=`, `~`, `!=`) in a `find`. */
  name: string | undefined
  operator: string
  parts: Part[]
}

export type Statement = Word[]

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  $: '$',
  '?': '?',
  _: ' ',
}

/** Parses one script. https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting */
class Reader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  statements(): Statement[] {
    const all: Statement[] = []
    let words: Statement = []
    const finish = (): void => {
      if (words.length > 0) all.push(words)
      words = []
    }
    while (this.at < this.text.length) {
      const letter = this.text[this.at] ?? ''
      if (letter === '\n' || letter === '\r' || letter === ';') {
        this.at += 1
        finish()
      } else if (/\s/.test(letter)) this.at += 1
      else if (letter === '\\' && /^\\\r?\n/.test(this.text.slice(this.at, this.at + 3))) {
        this.at = this.text.indexOf('\n', this.at) + 1
      } else if (letter === '#' && words.length === 0) {
        const end = this.text.indexOf('\n', this.at)
        this.at = end < 0 ? this.text.length : end
      } else words.push(this.word())
    }
    finish()
    return all
  }

  /** A quoted text, a variable, or an expression or a command in brackets; undefined for anything else. */
  operand(): { parts: Part[]; length: number } | undefined {
    const letter = this.text[this.at] ?? ''
    if (!/["[($]/.test(letter)) return undefined
    return { parts: this.part(letter), length: this.at }
  }

  private word(): Word {
    const named = /^([A-Za-z.][\w.-]*)(!=|=|~)/.exec(this.text.slice(this.at, this.at + 80))
    if (named) this.at += named[0].length
    const parts: Part[] = []
    while (this.at < this.text.length) {
      const letter = this.text[this.at] ?? ''
      if (/[\s;]/.test(letter) || (letter === '\\' && /^\\\r?\n/.test(this.text.slice(this.at, this.at + 3)))) break
      parts.push(...this.part(letter))
    }
    return { name: named?.[1], operator: named?.[2] ?? '=', parts }
  }

  private part(letter: string): Part[] {
    if (letter === '"') return this.quoted()
    if (letter === '[') return [{ command: this.enclosed(letter) }]
    if (letter === '{') return [{ block: this.enclosed(letter) }]
    if (letter === '(') return [{ expression: this.enclosed(letter) }]
    if (letter === '$') return [this.variable()]
    const plain = /^[^\s;"[{($\\]+/.exec(this.text.slice(this.at))
    this.at += plain ? plain[0].length : 1
    return [{ text: plain ? plain[0] : letter }]
  }

  private variable(): Part {
    const found = /^\$(?:"([^"]+)"|([A-Za-z0-9_]+))/.exec(this.text.slice(this.at, this.at + 80))
    if (!found) throw new Trap('syntax error', 3)
    this.at += found[0].length
    return { variable: found[1] ?? found[2] ?? '' }
  }

  private quoted(): Part[] {
    const parts: Part[] = []
    let text = ''
    this.at += 1
    for (;;) {
      const letter = this.text[this.at]
      if (letter === undefined) throw new Trap('syntax error: missing closing quote', 3)
      this.at += 1
      if (letter === '"') break
      if (letter === '\\') text += this.escape()
      else if (letter === '$' && this.text[this.at] === '[') {
        parts.push({ text })
        text = ''
        parts.push({ command: this.enclosed('[') })
      } else if (letter === '$' && /[A-Za-z_]/.test(this.text[this.at] ?? '')) {
        this.at -= 1
        parts.push({ text })
        text = ''
        parts.push(this.variable())
      } else text += letter
    }
    parts.push({ text })
    return parts
  }

  private escape(): string {
    const letter = this.text[this.at] ?? ''
    this.at += 1
    if (letter === '\r' || letter === '\n') {
      // A continued line, with its indentation.
      const rest = /^\n?[ \t]*/.exec(this.text.slice(this.at))
      this.at += rest?.[0].length ?? 0
      return ''
    }
    const hex = /^[0-9A-F]{2}/.exec(this.text.slice(this.at - 1, this.at + 1))
    if (hex && escapes[letter] === undefined) {
      this.at += 1
      return String.fromCharCode(Number.parseInt(hex[0], 16))
    }
    return escapes[letter] ?? letter
  }

  /** The text between two matching brackets. */
  private enclosed(open: string): string {
    const close = closing[open] ?? ''
    const from = this.at + 1
    let depth = 0
    let isQuoted = false
    for (; this.at < this.text.length; this.at++) {
      const letter = this.text[this.at]
      if (letter === '\\') this.at += 1
      else if (letter === '"') isQuoted = !isQuoted
      else if (!isQuoted && letter === open) depth += 1
      else if (!isQuoted && letter === close) {
        depth -= 1
        if (depth === 0) {
          this.at += 1
          return this.text.slice(from, this.at - 1)
        }
      }
    }
    throw new Trap(`syntax error: missing ${close}`, 3)
  }
}

/** The operand at the beginning of a text. @throws Trap if a quote or bracket is not closed */
export const parseOperand = (text: string): { parts: Part[]; length: number } | undefined => new Reader(text).operand()

/** @throws Trap if a quote or bracket is not closed */
export const parseScript = (text: string): Statement[] => new Reader(text).statements()
