import { requestedCommands, requestedMenus } from '../conformance/requested-properties.ts'

export { requestedCommands, requestedMenus }

/** What a command requests from a router: names only, never values. */
export interface Request {
  /** `read` and `write` are of a menu; `run` is any other command. */
  kind: 'read' | 'write' | 'run'
  /** A menu, `ip/address`; of `run` the command with its menu, `system/reboot`. */
  path: string
  /** Properties, or arguments of the command. */
  names: readonly string[]
}

/** Arguments that are about rows, or about the reply. */
const general = new Set(['.id', 'numbers', '.proplist', '.tag', 'place-before', 'destination', 'copy-from'])

/** Commands of the protocol, which no menu has. */
const protocol = new Set(['login', 'cancel', 'quit'])

const argumentOf = (word: string): [name: string, value: string] | undefined => {
  const [, name, value = ''] = /^=(\.?[^=]+)(?:=([^]*))?$/.exec(word) ?? []
  return name === undefined ? undefined : [name, value]
}

/** The property of a query word: `name` of `?name=value`, `?>name=1`, `?-name` and `?name`. */
const queriedBy = (word: string): string | undefined => /^\?[<>=-]?([^#<>=-][^=]*)/.exec(word)?.[1]

/** What the words of a command request. @param words as the binary API sends them, the first one is the path */
export function requestOf([path = '', ...words]: readonly string[]): Request {
  const parts = path.split('/').filter((part) => part !== '')
  const verb = parts.at(-1) ?? ''
  const menu = parts.slice(0, -1).join('/')
  const given = words.flatMap((word) => {
    const found = argumentOf(word)
    return found === undefined ? [] : [found]
  })
  // `=!protocol=` unsets the property.
  const names = given.map(([name]) => name.replace(/^!/, '')).filter((name) => !general.has(name))
  switch (verb) {
    case 'print':
    case 'listen': {
      const listed = given.find(([name]) => name === '.proplist')?.[1].split(',') ?? []
      const read = [...listed, ...words.flatMap((word) => queriedBy(word) ?? [])]
      return { kind: 'read', path: menu, names: read.filter((name) => name !== '' && !general.has(name)) }
    }
    case 'add':
    case 'set':
      return { kind: 'write', path: menu, names }
    case 'unset':
      return {
        kind: 'write',
        path: menu,
        names: given.flatMap(([name, value]) => (name === 'value-name' ? value : [])),
      }
    case 'remove':
    case 'move':
    case 'enable':
    case 'disable':
      // Every row of a menu can be removed or disabled; what is written is the row.
      return { kind: 'write', path: menu, names: [] }
    default:
      return { kind: 'run', path: parts.join('/'), names }
  }
}

/**
 * What a command requests that the list of `requested-properties.ts` lacks, so that no check covers it.
 * @returns `read ip/address: comment`; undefined if everything is listed
 */
export function unlistedOf(words: readonly string[]): string | undefined {
  const { kind, path, names } = requestOf(words)
  if (protocol.has(path)) return undefined
  const listed = kind === 'run' ? requestedCommands[path] : requestedMenus[path]?.[kind]
  const missing = listed === undefined ? names : names.filter((name) => !listed.includes(name))
  if (listed !== undefined && missing.length === 0) return undefined
  return `${kind} ${path}${missing.length > 0 ? `: ${missing.join(' ')}` : ''}`
}
