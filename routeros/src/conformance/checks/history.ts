import type { Row } from '../../session.ts'
import type { Check } from '../check.ts'
import { NotApplicable, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { addressList } from './rows-for-checks.ts'

const menu = 'system/history'

/** A console command: its path and verb, the ids that it names, and its values without quotes. */
interface Command {
  path: string
  ids: string[]
  values: Record<string, string>
}

/** Parses `/ip firewall address-list set *5 comment="a b"`; slashes and spaces between the words are equal. */
export function commandOf(text: string): Command {
  const values: Record<string, string> = {}
  const rest = text.replaceAll(
    /(?<=\s)([a-z][a-z0-9-]*)=("(?:[^"\\]|\\.)*"|\S*)/g,
    (_, name: string, value: string) => {
      values[name] = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
      return ''
    },
  )
  const words = rest.split(/[\s/[\]]+/).filter((word) => word !== '')
  const isId = (word: string) => /^\*[0-9A-F]+(,\*[0-9A-F]+)*$/i.test(word)
  const numbers = values.numbers ?? values['.id']
  delete values.numbers
  delete values['.id']
  return {
    path: words.filter((word) => !isId(word)).join('/'),
    ids: [...words.filter(isId), ...(numbers === undefined ? [] : [numbers])],
    values,
  }
}

/** The `undo` of the newest entry of the history. @throws NotApplicable if this version has none */
async function newestUndo(context: CheckContext, known: ReadonlySet<string>): Promise<string> {
  const rows = await context.ifPresent(menu, context.session.print(menu))
  const fresh = rows.filter((row: Row) => !known.has(row['.id'] ?? ''))
  for (const row of fresh) context.note(`action=${row.action ?? '(absent)'} undo=${row.undo ?? '(absent)'}`)
  const undo = fresh.find((row) => row.undo !== undefined && row.undo !== '')?.undo
  if (undo === undefined) throw new NotApplicable('The history has no commands that undo.')
  return undo
}

/** Runs a change and returns the `undo` of its entry. */
async function undoOf(context: CheckContext, change: () => Promise<unknown>): Promise<string> {
  const rows = await context.ifPresent(menu, context.session.print(menu, { proplist: ['.id'] }))
  const known = new Set(rows.map((row) => row['.id'] ?? ''))
  await change()
  return newestUndo(context, known)
}

/** Compares an undo with our inverse of the change; further values in the undo are allowed. @throws CheckFailure */
export function verifyInverse(text: string, { path, ids, values }: Command): void {
  const found = commandOf(text)
  verify(found.path === path, `The undo is not /${path}: ${text}`)
  verify(found.ids.join() === ids.join(), `The undo names other rows: ${text}`)
  for (const [name, value] of Object.entries(values))
    verify(found.values[name] === value, `The undo has another value of ${name}: ${text}`)
}

export const historyChecks: readonly Check[] = [
  {
    name: 'history-undo-text',
    subject: 'History',
    assumes:
      'The newest entry of /system/history has in `undo` the inverse of an add (remove by id), a set (set the old value by id) and a remove (add with the old values).',
    usedBy: ['routeros/src/session.ts Session'],
    steps: ['Adds, changes and removes an address of a firewall list, and reads the history after each.'],
    async run(context) {
      const { session, prefix } = context
      const list = { list: prefix, address: '192.0.2.90' }
      let id = ''
      const added = await undoOf(context, async () => {
        id = await context.add(addressList, { ...list, comment: 'before "a b"' })
      })
      verifyInverse(added, { path: `${addressList}/remove`, ids: [id], values: {} })
      const changed = await undoOf(context, () => session.set(addressList, id, { comment: 'after' }))
      verifyInverse(changed, { path: `${addressList}/set`, ids: [id], values: { comment: 'before "a b"' } })
      const removed = await undoOf(context, () => session.remove(addressList, id))
      verifyInverse(removed, { path: `${addressList}/add`, ids: [], values: { ...list, comment: 'after' } })
    },
  },
]
