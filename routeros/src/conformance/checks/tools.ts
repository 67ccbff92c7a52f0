import type { Row } from '../../session.ts'
import { isMissingMenu } from '../../actions/missing.ts'
import { RouterError } from '../../errors.ts'
import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { NotApplicable, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { openAsOwnUser } from './rows-for-checks.ts'

const subject = 'Tools'
const usedBy = ['routeros/src/session.ts Session']

/** An address of the router itself. @throws NotApplicable */
async function ownAddress({ session }: CheckContext): Promise<string> {
  const rows = await session.print('ip/address', { proplist: ['address'], where: { disabled: false } })
  const address = rows[0]?.address?.split('/')[0]
  if (address === undefined) throw new NotApplicable('The router has no address.')
  return address
}

/** Whether the router knows a command: any reply except `no such command`. */
async function hasCommand(context: CheckContext, command: string, args: Record<string, string | number>) {
  try {
    await context.session.run(command, args)
    return true
  } catch (error) {
    if (isMissingMenu(error)) return false
    throw error
  }
}

/** Names of all properties in rows, in the order in which they appear. */
const columnsOf = (rows: readonly Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')

/** Commands and menus below a path of the command tree. @throws NotApplicable if the router has no /console/inspect */
async function childrenOf(context: CheckContext, path: string): Promise<Row[]> {
  const { rows } = await context.command('console/inspect', { request: 'child', path })
  return rows
}

export const toolChecks: readonly Check[] = [
  {
    name: 'ping-path',
    subject,
    assumes: 'The ping is /ping until 7.22, and /tool/ping since 7.23.',
    usedBy,
    steps: ['Pings an address of the router itself by both commands.'],
    async run(context) {
      const args = { address: await ownAddress(context), count: 1 }
      const [root, tool] = [await hasCommand(context, 'ping', args), await hasCommand(context, 'tool/ping', args)]
      context.note(`/ping ${root ? 'exists' : 'is missing'}, /tool/ping ${tool ? 'exists' : 'is missing'}`)
      verify(isSince(context.version, '7.23') ? tool : root, 'The command of this version is missing.')
    },
  },
  {
    name: 'traceroute-sections',
    subject,
    assumes:
      '/tool/traceroute with `count` ends by itself and returns rows with `address`, `loss`, `sent` and `last`. Reports how `.section` numbers the rounds.',
    usedBy,
    observes: true,
    steps: ['Traces the route to an address of the router itself, twice.'],
    async run(context) {
      const args = { address: await ownAddress(context), count: 2, 'max-hops': 3 }
      const { rows } = await context.ifPresent(
        'tool/traceroute',
        context.session.run('tool/traceroute', args, { timeoutMs: 15_000 }),
      )
      context.note(`${rows.length} rows: ${columnsOf(rows)}`)
      context.note(`.section: ${rows.map((row) => row['.section'] ?? '(absent)').join(', ')}`)
      verify(rows.length > 0, 'The router returned no rows.')
      const last = rows.at(-1) ?? {}
      for (const name of ['address', 'loss', 'sent', 'last'])
        verify(last[name] !== undefined, `The last row has no ${name}.`)
    },
  },
  {
    name: 'torch-columns',
    subject,
    assumes: '/tool/torch with `duration` ends by itself. Reports the properties of its rows.',
    usedBy,
    observes: true,
    steps: ['Watches a running interface for two seconds. The evidence has no addresses, only names of properties.'],
    async run(context) {
      const rows = await context.session.print('interface', { proplist: ['name', 'running', 'disabled'] })
      const name = rows.find((row) => row.running === 'true' || row.running === 'yes')?.name
      if (name === undefined) throw new NotApplicable('No interface is running.')
      const began = performance.now()
      const reply = await context.ifPresent(
        'tool/torch',
        context.session.run('tool/torch', { interface: name, duration: '2s' }, { timeoutMs: 12_000 }),
      )
      const sections = new Set(reply.rows.map((row) => row['.section'] ?? '(absent)'))
      context.note(`after ${Math.round((performance.now() - began) / 100) / 10} s, ${reply.rows.length} rows`)
      context.note(`.section: ${[...sections].join(', ')}`)
      context.note(reply.rows.length === 0 ? 'The interface had no traffic.' : columnsOf(reply.rows))
    },
  },
  {
    name: 'package-apply',
    subject: 'Packages',
    assumes: '/system/package lists name and version of each package, and has the command `apply-changes` since 7.18.',
    usedBy: ['server/src/devices/readings/identity.ts'],
    steps: ['Prints /system/package, and lists its commands by /console/inspect without running one.'],
    async run(context) {
      const rows = await context.ifPresent('system/package', context.session.print('system/package'))
      context.note(rows.map((row) => `${row.name}${row.scheduled ? ` (${row.scheduled})` : ''}`).join(', '))
      context.note(columnsOf(rows))
      verify(rows.length > 0, 'The router lists no package.')
      verify(
        rows.every((row) => row.name !== undefined && (row.version !== undefined || row.available === 'true')),
        'A package has no name or version.',
      )
      const children = await childrenOf(context, 'system,package')
      const commands = children.flatMap((row) => (row['node-type'] === 'cmd' ? (row.name ?? []) : []))
      context.note(`commands: ${commands.join(', ')}`)
      verify(commands.length > 0, 'The menu has no commands.')
      const isThere = commands.includes('apply-changes')
      verify(isThere === isSince(context.version, '7.18'), `apply-changes ${isThere ? 'exists' : 'is missing'}.`)
    },
  },
  {
    name: 'inspect-loss',
    subject: 'Command tree',
    assumes:
      'Reports in how many of 20 calls /console/inspect loses rows over this connection, for children and for completions with and without `.proplist`.',
    usedBy,
    observes: true,
    steps: ['Requests the children and the completions of /ip 20 times each, one after the other.'],
    timeoutMs: 60_000,
    async run(context) {
      const requests = [
        ['child', { request: 'child', path: 'ip' }],
        ['completion', { request: 'completion', input: '/ip ' }],
        ['completion with .proplist', { request: 'completion', input: '/ip ', '.proplist': 'completion' }],
      ] as const
      for (const [name, args] of requests) {
        const counts: number[] = []
        for (let call = 0; call < 20; call++) counts.push((await context.command('console/inspect', args)).rows.length)
        const max = Math.max(...counts)
        const short = counts.filter((count) => count < max).length
        context.note(`${name}: ${max} rows, ${short} of 20 calls returned fewer (${Math.min(...counts)})`)
      }
    },
  },
  {
    name: 'logout-verb',
    subject: 'Login',
    assumes: 'A session is ended by /user/active/remove since 7.20, and by request-logout before.',
    usedBy,
    steps: [
      'Adds a user with a random password, opens a session as this user, and ends it by the command of this version.',
      'Reports whether the other command exists.',
    ],
    async run(context) {
      const session = await openAsOwnUser(context, 'read,api')
      const [row] = await context.session.print('user/active', {
        proplist: ['name'],
        where: { name: context.prefix },
      })
      verify(row !== undefined, '/user/active does not list the session.')
      const verbs = isSince(context.version, '7.20') ? ['remove', 'request-logout'] : ['request-logout', 'remove']
      const [verb = '', other = ''] = verbs
      const argument = verb === 'remove' ? '.id' : 'numbers'
      await context.command(`user/active/${verb}`, { [argument]: row['.id'] ?? '' })
      const isEnded = await context.until(10_000, async () => !session.isOpen)
      context.note(`/user/active/${verb}: the connection is ${isEnded ? 'closed' : 'still open'}.`)
      verify(isEnded, 'The command did not close the connection.')
      // An id without a row: the command ends no session.
      const found = await context.session.run(`user/active/${other}`, { '.id': '*FFFFFF' }).catch((error: unknown) => {
        if (error instanceof RouterError && error.kind === 'refused') return error
        throw error
      })
      const isMissing = found instanceof RouterError && isMissingMenu(found)
      context.note(`/user/active/${other} ${isMissing ? 'is missing' : 'exists too'}.`)
    },
  },
]
