import { message, type Message, type ParamsOf, type Reason } from '@trunkline/contract/errors'
import { invalid, type AppError } from '../../errors.ts'
import { isSecretProperty, type Values, type Where } from '@trunkline/routeros'

/** A line of the console, split into its parts. Nothing in it is evaluated. */
interface ConsoleLine {
  /** `ip/address` */
  menu: string
  command: string
  /** Words without `=`, in order: ids, names, flags such as `detail`. */
  words: string[]
  values: Record<string, string>
  /** Conditions behind `where`, or in `[find …]`. */
  where: Record<string, string> | undefined
}

const reject = <R extends Reason>(reason: R, ...params: ParamsOf<R>): AppError =>
  invalid({ line: message(reason, ...params) as Message })

/** A word of a line; `quoted` parts are taken as they are. */
function tokensOf(line: string): string[] {
  const words: string[] = []
  let word = ''
  let isOpen = false
  let isStarted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string
    if (letter === '\\' && isOpen && at + 1 < line.length) word += line[++at] as string
    else if (letter === '"') {
      isOpen = !isOpen
      isStarted = true
    } else if (!isOpen && /[{}()$;`]/.test(letter)) throw reject('console.script')
    else if (!isOpen && (letter === '[' || letter === ']')) {
      if (word !== '' || isStarted) words.push(word)
      words.push(letter)
      word = ''
      isStarted = false
    } else if (!isOpen && /\s/.test(letter)) {
      if (word !== '' || isStarted) words.push(word)
      word = ''
      isStarted = false
    } else word += letter
  }
  if (isOpen) throw reject('console.syntax')
  if (word !== '' || isStarted) words.push(word)
  return words
}

const name = /^[a-z][a-z0-9.-]*$/
const pair = /^([a-z.][a-z0-9.-]*)=([^]*)$/

function pairOf(word: string): [string, string] {
  const found = pair.exec(word)
  if (found !== null) return [found[1] as string, found[2] as string]
  const operator = /^[a-z.][a-z0-9.-]*(!=|>=|<=|~|<|>)/.exec(word)?.[1]
  if (operator !== undefined) throw reject('console.operator', { operator })
  throw reject('console.syntax')
}

/** Conditions joined by `and`; a flag alone means yes, with `!` no. */
function conditionsOf(words: readonly string[]): Record<string, string> {
  const where: Record<string, string> = {}
  for (const word of words) {
    if (word === 'and' || word === '&&') continue
    if (word === 'or' || word === '||') throw reject('console.operator', { operator: word })
    if (/^!?[a-z][a-z0-9-]*$/.test(word)) where[word.replace('!', '')] = word.startsWith('!') ? 'no' : 'yes'
    else {
      const [property, value] = pairOf(word)
      where[property] = value
    }
  }
  // Equality would tell whether a guess is right.
  const secret = Object.keys(where).find((property) => isSecretProperty(property))
  if (secret !== undefined) throw reject('console.secret_condition', { property: secret })
  return where
}

/** Commands that a line ends its path with. */
const commands = new Set([
  'print',
  'get',
  'monitor',
  'monitor-traffic',
  'export',
  'add',
  'set',
  'unset',
  'remove',
  'enable',
  'disable',
])

/**
 * Splits a line such as `/ip/address/print where interface=ether1` or `/ip address set [find interface=ether1] disabled=yes`.
 * @throws AppError validation_failed at `line`
 */
export function parseLine(line: string): ConsoleLine {
  const words = tokensOf(line)
  const path: string[] = []
  let command: string | undefined
  while (words.length > 0 && command === undefined) {
    const parts = (words.shift() as string).split('/').filter((part) => part !== '')
    for (const part of parts) {
      if (!name.test(part) || command !== undefined) throw reject('console.syntax')
      if (commands.has(part)) command = part
      else path.push(part)
    }
  }
  if (command === undefined) {
    const last = path.at(-1)
    throw last === undefined ? reject('console.syntax') : reject('console.not_reading', { command: last })
  }
  if (path.length === 0 && command !== 'export') throw reject('console.syntax')
  const found: ConsoleLine = { menu: path.join('/'), command, words: [], values: {}, where: undefined }
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (word === 'where') {
      const rest = words.slice(at + 1)
      if (rest.some((one) => one === '[' || one === ']')) throw reject('console.script')
      found.where = conditionsOf(rest)
      break
    }
    if (word === '[') {
      const end = words.indexOf(']', at)
      if (words[at + 1] !== 'find' || end === -1 || found.where !== undefined) throw reject('console.script')
      const inside = words.slice(at + 2, end)
      found.where = conditionsOf(inside[0] === 'where' ? inside.slice(1) : inside)
      at = end
    } else if (word === ']') throw reject('console.syntax')
    else if (word.includes('=')) {
      const [property, value] = pairOf(word)
      found.values[property] = value
    } else found.words.push(word)
  }
  return found
}

/** Conditions of the router: yes and no are flags. */
const whereOf = (where: Record<string, string> | undefined): Where | undefined =>
  where &&
  Object.fromEntries(
    Object.entries(where).map(([property, value]) => [
      property,
      value === 'yes' || value === 'true' ? true : value === 'no' || value === 'false' ? false : value,
    ]),
  )

/** What a reading line sends. */
export type ReadingLine =
  | { kind: 'print'; menu: string; where: Where | undefined; proplist: string[] | undefined; args: Values }
  | { kind: 'run'; command: string; args: Values }
  | { kind: 'export' }

const flags = new Set(['detail', 'stats', 'count-only', 'brief', 'terse', 'without-paging', 'stats-detail'])
/** Flags that change what the router returns over the API. */
const sentFlags = new Set(['stats', 'count-only'])

/** @throws AppError validation_failed at `line`, also for a line that writes */
export function readingLine(line: string): ReadingLine {
  const { menu, command, words, values, where } = parseLine(line)
  switch (command) {
    case 'print': {
      const { proplist, ...others } = values
      const unknown = words.find((word) => !flags.has(word)) ?? Object.keys(others)[0]
      if (unknown !== undefined) throw reject('console.syntax')
      const sent = words.filter((word) => sentFlags.has(word))
      return {
        kind: 'print',
        menu,
        where: whereOf(where),
        proplist: proplist?.split(',').filter((one) => name.test(one)),
        args: Object.fromEntries(sent.map((word) => [word, ''])),
      }
    }
    case 'get': {
      if (Object.keys(values).some((property) => property !== 'value-name')) throw reject('console.syntax')
      const isId = words[0] !== undefined && /^\*[0-9A-F]+$/i.test(words[0])
      const of: Where | undefined = isId ? { '.id': words[0] as string } : whereOf(where)
      const property = values['value-name'] ?? (isId ? words[1] : words.at(-1))
      if (!isId && where === undefined && words.length > 1)
        return { kind: 'print', menu, where: { name: words[0] as string }, proplist: [property as string], args: {} }
      return { kind: 'print', menu, where: of, proplist: property === undefined ? undefined : [property], args: {} }
    }
    case 'monitor':
    case 'monitor-traffic': {
      const argument = command === 'monitor' ? 'numbers' : 'interface'
      const of = words.find((word) => word !== 'once') ?? values[argument]
      if (of === undefined || Object.keys(values).some((property) => property !== argument))
        throw reject(of === undefined ? 'console.row_required' : 'console.syntax')
      return { kind: 'run', command: `${menu}/${command}`, args: { [argument]: of, once: '' } }
    }
    case 'export':
      if (menu !== '' || words.length > 0 || Object.keys(values).length > 0) throw reject('console.syntax')
      return { kind: 'export' }
    default:
      throw reject('console.not_reading', { command })
  }
}

/** A line that changes rows of one menu. */
export interface WritingLine {
  menu: string
  verb: 'add' | 'set' | 'remove'
  values: Record<string, string | null>
  /** How the rows are found; undefined for `add`. */
  rows: Where | undefined
}

/**
 * Menus that are not changed here, with those below them. Users, groups, certificates, keys and device-mode: a line could give the panel's own login more
 * rights or lock it out. Scripts, schedules and containers run commands that these rules do not see. Packages and files
 * have actions of the panel.
 */
const protectedMenus = [
  'user',
  'certificate',
  'container',
  'disk',
  'file',
  'iot',
  'system/backup',
  'system/device-mode',
  'system/license',
  'system/logging',
  'system/package',
  'system/routerboard',
  'system/scheduler',
  'system/script',
  'system/upgrade',
  'console',
  'ip/ssh',
  'tool/netwatch',
  'tool/sms',
  'tool/traffic-monitor',
  'radius',
]

/** Properties whose value is a script. */
const scripts = /^(?:on-.+|.*-?script|source|up|down|init-string|execute)$/

/** @throws AppError validation_failed at `line`, also for a line that reads */
export function writingLine(line: string): WritingLine {
  const { menu, command, words, values, where } = parseLine(line)
  if (!['add', 'set', 'unset', 'remove', 'enable', 'disable'].includes(command))
    throw reject('console.not_writing', { command })
  if (protectedMenus.some((one) => menu === one || menu.startsWith(`${one}/`)))
    throw reject('console.menu_protected', { menu })
  const property = Object.keys(values).find((one) => scripts.test(one))
  if (property !== undefined) throw reject('console.property_protected', { property })
  const { numbers, '.id': id, 'value-name': named, ...written } = values
  const target = numbers ?? id ?? words[0]
  if (named !== undefined && command !== 'unset') throw reject('console.syntax')
  if (words.length > 1 || Object.keys(written).some((one) => !name.test(one) || one === 'copy-from'))
    throw reject('console.syntax')
  if (command === 'add') {
    if (target !== undefined || where !== undefined) throw reject('console.syntax')
    if (Object.keys(written).length === 0) throw reject('console.values_required')
    return { menu, verb: 'add', values: written, rows: undefined }
  }
  const rows: Where | undefined =
    whereOf(where) ??
    (target === undefined ? undefined : /^\*[0-9A-F]+$/.test(target) ? { '.id': target } : { name: target })
  if (command === 'set') {
    if (Object.keys(written).length === 0) throw reject('console.values_required')
    return { menu, verb: 'set', values: written, rows }
  }
  if (Object.keys(written).length > 0) throw reject('console.syntax')
  if (command === 'unset') {
    if (named === undefined) throw reject('console.values_required')
    if (!name.test(named)) throw reject('console.syntax')
    if (scripts.test(named)) throw reject('console.property_protected', { property: named })
    return { menu, verb: 'set', values: { [named]: null }, rows }
  }
  if (rows === undefined || Object.keys(rows).length === 0) throw reject('console.row_required')
  if (command === 'remove') return { menu, verb: 'remove', values: {}, rows }
  return { menu, verb: 'set', values: { disabled: command === 'disable' ? 'yes' : 'no' }, rows }
}

/** Properties that identify an added row, if it has one of them. */
const identifying = ['name', 'address', 'list', 'interface', 'dst-address', 'mac-address', 'chain', 'comment']

export function identityOf(values: WritingLine['values']): Where | undefined {
  const found = identifying.flatMap((one) => (values[one] ? [[one, values[one]] as const] : []))
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The values with stars instead of secrets. */
export const masked = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([property, value]) => [
      property,
      isSecretProperty(property) && value !== null && value !== '' ? '***' : (value ?? ''),
    ]),
  )
