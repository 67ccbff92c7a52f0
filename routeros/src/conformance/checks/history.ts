import { inverseOf, type PlannedWrite } from '../../actions/inverse.ts'
import type { Row } from '../../session.ts'
import { scriptPath } from '../../values/script.ts'
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

/**
 * Makes a change.
 * @returns the `undo` of its entry, and the script of the panel that reverts it, made before the change
 */
async function changed(
  context: CheckContext,
  write: PlannedWrite,
  change: () => Promise<unknown>,
): Promise<{ undo: string; inverse: string }> {
  const rows = await context.ifPresent(menu, context.session.print(menu, { proplist: ['.id'] }))
  const known = new Set(rows.map((row) => row['.id'] ?? ''))
  const scripts = await inverseOf(context.session, [write])
  verify(typeof scripts !== 'string', `The panel has no inverse of ${write.verb}.`)
  await change()
  return { undo: await newestUndo(context, known), inverse: scripts.source }
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
      'The newest entry of /system/history has in `undo` the same change as the rollback of the panel: for an add a remove by id, for a set the old value, for a remove an add with the old values.',
    usedBy: ['routeros/src/actions/inverse.ts inverseOf'],
    steps: [
      'Adds, changes and removes an address of a firewall list, and reads the history after each.',
      'Compares with the script that the function of the panel makes before the change.',
    ],
    async run(context) {
      const { session, prefix } = context
      const list = { list: prefix, address: '192.0.2.90' }
      let id = ''
      const comment = 'before "a b"'
      const added = await changed(context, { menu: addressList, verb: 'add', values: list }, async () => {
        id = await context.add(addressList, { ...list, comment })
      })
      verify(added.inverse.includes(`${scriptPath(addressList)} remove [`), 'The inverse of an add is no remove.')
      verifyInverse(added.undo, { path: `${addressList}/remove`, ids: [id], values: {} })

      const values = { comment: 'after' }
      const set = await changed(context, { menu: addressList, verb: 'set', id, values }, () =>
        session.set(addressList, id, values),
      )
      const ours = commandOf(set.inverse.split('\n').find((line) => line.includes(' set ')) ?? '')
      verify(ours.values.comment === comment, 'The inverse of a set has not the old value.')
      verifyInverse(set.undo, ours)

      const removed = await changed(context, { menu: addressList, verb: 'remove', id }, () =>
        session.remove(addressList, id),
      )
      const add = commandOf(/do=\{(\/[^{}]* add [^{}]*)\}/.exec(removed.inverse)?.[1] ?? '')
      const found = commandOf(removed.undo)
      // The console may leave out properties that have their default.
      const common = Object.keys(add.values).filter((name) => found.values[name] !== undefined)
      for (const name of ['list', 'address', 'comment']) verify(common.includes(name), `The undo has no ${name}.`)
      verifyInverse(removed.undo, {
        ...add,
        values: Object.fromEntries(common.map((name) => [name, add.values[name] ?? ''])),
      })
    },
  },
]
