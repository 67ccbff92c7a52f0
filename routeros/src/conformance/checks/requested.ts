import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { requestedCommands, requestedMenus } from '../requested-properties.ts'
import { NotApplicable, verify } from '../result.ts'

const usedBy = ['server/src/devices/steps.ts writeStep']

/** Calls of /console/inspect for one list: over the API some versions lose rows of it (`inspect-loss`). */
const attempts = 5

/**
 * Names below a path of the command tree, until none of `wanted` is missing.
 * @param path separated by slashes
 * @throws NotApplicable if the router has no /console/inspect, RouterError
 */
async function childrenOf(context: CheckContext, path: string, wanted: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { rows } = await context.command('console/inspect', {
      request: 'child',
      path: path.replaceAll('/', ','),
    })
    for (const { name } of rows) if (name !== undefined) found.add(name)
    if (wanted.every((name) => found.has(name))) break
  }
  return found
}

/** Properties that the panel writes to RouterOS 6 only, which has no /console/inspect. */
const onlyInSix: Readonly<Record<string, readonly string[]>> = {
  'system/ntp/client': ['primary-ntp', 'secondary-ntp', 'server-dns-names'],
}

/** Properties that the panel writes from this version on. */
const writtenSince: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'interface/wifi/access-list': { days: '7.21' },
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Properties that the panel writes exist as arguments of `set` or `add`: an unknown one would reject the command. */
const writtenCheck = (path: string, written: readonly string[]): Check => ({
  name: `written-${path.replaceAll('/', '-')}`,
  subject: 'Menus',
  assumes: `/${path} has the properties that the panel writes: ${quoted(written)}.`,
  usedBy,
  steps: [`Lists the arguments of /${path}/set and /${path}/add by /console/inspect, without running them.`],
  async run(context) {
    await context.ifPresent(path, context.session.print(path, { proplist: ['.id'], where: { '.id': '*FFFFFF' } }))
    const known = await childrenOf(context, `${path}/set`, written)
    if (written.some((name) => !known.has(name)))
      for (const name of await childrenOf(context, `${path}/add`, written)) known.add(name)
    context.note(`${known.size} arguments`)
    const missing = written.filter((name) => {
      const from = writtenSince[path]?.[name]
      return !known.has(name) && (from === undefined || isSince(context.version, from))
    })
    verify(missing.length === 0, `The menu has no ${quoted(missing)}.`)
  },
})

/** Whether the path exists and which of the arguments it lacks. */
async function argumentsMissing(context: CheckContext, path: string, args: readonly string[]) {
  const parts = path.split('/')
  const verb = parts.pop() as string
  if (!(await childrenOf(context, parts.join('/'), [verb])).has(verb)) return undefined
  const known = await childrenOf(context, path, args)
  return args.filter((name) => !known.has(name))
}

export const requestedChecks: readonly Check[] = [
  ...Object.entries(requestedMenus).flatMap(([path, { write = [] }]) => {
    const written = write.filter((name) => onlyInSix[path]?.includes(name) !== true)
    return written.length === 0 ? [] : [writtenCheck(path, written)]
  }),
  {
    name: 'commands-arguments',
    subject: 'Commands',
    assumes: `Commands that the panel runs have the arguments that it passes, where the router has the command: ${Object.keys(
      requestedCommands,
    )
      .map((path) => `/${path}`)
      .join(', ')}.`,
    usedBy,
    steps: ['Lists the arguments of each command by /console/inspect, without running it.'],
    timeoutMs: 60_000,
    async run(context) {
      const wrong: string[] = []
      const absent: string[] = []
      for (const [path, args] of Object.entries(requestedCommands)) {
        const missing = await argumentsMissing(context, path, args)
        if (missing === undefined) absent.push(`/${path}`)
        else if (missing.length > 0) wrong.push(`/${path}: ${missing.join(' ')}`)
      }
      if (absent.length === Object.keys(requestedCommands).length)
        throw new NotApplicable('The router lists none of the commands.')
      if (absent.length > 0) context.note(`Not on this router: ${absent.join(', ')}`)
      verify(wrong.length === 0, `Commands lack arguments: ${wrong.join('; ')}.`)
    },
  },
]
