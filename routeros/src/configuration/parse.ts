/** A statement of an export: `add …`, `set …` of a singleton, `set [ find … ] …`, `set name …`. */
export interface Statement {
  /** `ip/firewall/filter` */
  menu: string
  verb: string
  /** The row of a `set` as it is written; empty for a singleton and an `add`. */
  selector: string
  /** Decoded values by property. `!property`, which unsets it, has the value ''. */
  values: Readonly<Record<string, string>>
  /** From 1. */
  line: number
  /** The whole statement with its menu, as one line. */
  text: string
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', _: ' ' }

/** Decodes the inside of a quoted string. Pairs of hexadecimal digits are bytes of UTF-8. */
function unescaped(inside: string): string {
  return inside.replaceAll(/(?:\\[0-9A-F]{2})+|\\([^])/g, (all, letter: string | undefined) =>
    letter === undefined ? Buffer.from(all.replaceAll('\\', ''), 'hex').toString('utf8') : (escapes[letter] ?? letter),
  )
}

/** The words of a line: separated by spaces outside of quotes and brackets. */
function tokensOf(line: string): string[] {
  const tokens: string[] = []
  let word = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string
    if (letter === '\\' && at + 1 < line.length) {
      word += letter + (line[++at] as string)
      continue
    }
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '[' || letter === '{' || letter === '(')) depth++
    else if (!isQuoted && (letter === ']' || letter === '}' || letter === ')')) depth--
    if (/\s/.test(letter) && !isQuoted && depth <= 0) {
      if (word !== '') tokens.push(word)
      word = ''
    } else word += letter
  }
  if (word !== '') tokens.push(word)
  return tokens
}

const verbs = new Set(['add', 'set', 'remove', 'move', 'enable', 'disable', 'unset', 'import', 'run'])
const assignment = /^([a-z][\w.-]*)=([^]*)$/i

function statementOf(menu: string, tokens: readonly string[], line: number): Statement {
  const [verb = '', ...rest] = tokens
  const values: Record<string, string> = {}
  const selector: string[] = []
  for (const word of rest) {
    const found = assignment.exec(word)
    if (found !== null) {
      const value = found[2] as string
      values[found[1] as string] = /^"[^]*"$/.test(value) ? unescaped(value.slice(1, -1)) : value
    } else if (word.startsWith('!')) values[word] = ''
    else selector.push(word)
  }
  const text = `/${menu.replaceAll('/', ' ')} ${tokens.join(' ')}`
  return { menu, verb, selector: selector.join(' ').replaceAll(/\s+/g, ' '), values, line, text }
}

/** Lines of a text; a line that ends with a backslash, or within a quoted string, continues on the next one. */
function* logicalLines(text: string): Generator<{ line: string; number: number }> {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1
    let line = lines[at] as string
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(line) && at + 1 < lines.length)
      line = line.slice(0, -1) + (lines[++at] as string).replace(/^[ \t]+/, '')
    yield { line: line.trim(), number }
  }
}

/**
 * The statements of an export, in their order. Comments are left out.
 * https://help.mikrotik.com/docs/display/ROS/Configuration+Management
 */
export function parseExport(text: string): Statement[] {
  const statements: Statement[] = []
  let menu = ''
  for (const { line, number } of logicalLines(text)) {
    if (line === '' || line.startsWith('#')) continue
    let tokens = tokensOf(line)
    if (line.startsWith('/')) {
      const at = tokens.findIndex((word) => verbs.has(word))
      const path = at < 0 ? tokens : tokens.slice(0, at)
      menu = path
        .join('/')
        .replaceAll(/^\/+|\/+$/g, '')
        .replaceAll(/\/+/g, '/')
      tokens = at < 0 ? [] : tokens.slice(at)
    }
    if (tokens.length > 0) statements.push(statementOf(menu, tokens, number))
  }
  return statements
}
