import { inverseOf, type PlannedWrite } from '../../actions/inverse.ts'
import { unlessRejected } from '../../actions/missing.ts'
import { armRollback, confirmRollback, findRollbacks, isRollbackArmed } from '../../actions/rollback.ts'
import { localTime, writtenDate } from '../../values/time.ts'
import type { Session } from '../../session.ts'
import type { Check } from '../check.ts'
import { CheckFailure, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { addressesWhere, addressList } from './rows-for-checks.ts'

const subject = 'Rollback'
const scheduler = 'system/scheduler'
const script = 'system/script'

/** The router's clock some seconds from now, and the notation of its date. */
export async function routerTimeIn(session: Session, seconds: number): Promise<{ date: string; time: string }> {
  const [row = {}] = await session.print('system/clock', { proplist: ['date', 'time'] })
  const now = localTime(`${row.date} ${row.time}`)
  if (now === null) throw new CheckFailure('The clock of the router could not be read.')
  const at = new Date(Date.parse(`${now}Z`) + seconds * 1_000).toISOString()
  return { date: writtenDate(at, row.date ?? ''), time: at.slice(11, 19) }
}

/** A script that adds an address to the list of this run. */
export const scriptAdding = ({ prefix }: CheckContext, host: number) =>
  `/ip firewall address-list add list="${prefix}" address=192.0.2.${host}`

/** Adds an entry that adds an address in some seconds by the router's clock. @returns its id */
export async function scheduleIn(context: CheckContext, seconds: number, host: number): Promise<string> {
  const { date, time } = await routerTimeIn(context.session, seconds)
  context.cleans(addressList)
  return context.add(scheduler, {
    name: `${context.prefix}-${host}`,
    'start-date': date,
    'start-time': time,
    interval: '0s',
    policy: 'read,write,policy,test',
    'on-event': scriptAdding(context, host),
  })
}

export const rollbackChecks: readonly Check[] = [
  {
    name: 'rollback-armed',
    subject,
    assumes:
      'A rollback is a script and whatever may start it: an enabled scheduler entry with time and date, one at the start of the router, and a background job; they are read back as they were sent. Confirming removes them.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback'],
    steps: [
      'Arms a rollback in an hour with the function of the panel, and confirms it immediately.',
      'Reports what could be armed, and whether the job outlived its connection.',
    ],
    timeoutMs: 90_000,
    async run(context) {
      const { session, prefix } = context
      for (const menu of [scheduler, script, 'file']) context.cleans(menu)
      try {
        const revert = { source: ':log info "not reached"', startupSource: ':log info "not reached"' }
        const armed = await armRollback(session, {
          name: prefix,
          afterSeconds: 3_600,
          revert,
          connect: () => context.open(),
        })
        context.note(`armed: ${armed.mechanisms.join(', ')}; at ${armed.at ?? '(no scheduler entry)'}`)
        context.note(`the job outlives its connection: ${armed.jobSurvives === true ? 'yes' : 'no'}`)
        verify((await findRollbacks(session)).includes(prefix), 'The rollback is not found among the rows.')
        verify(await isRollbackArmed(session, prefix), 'The script is not found.')
      } finally {
        await confirmRollback(session, prefix)
      }
      verify(!(await isRollbackArmed(session, prefix)), 'The script was not removed.')
      verify(!(await findRollbacks(session)).includes(prefix), 'A scheduler entry was not removed.')
    },
  },
  {
    name: 'rollback-reverts',
    subject,
    assumes:
      'A change that is not confirmed is reverted by the script of the panel without a restart, and the script, its entries and its job are gone.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback', 'routeros/src/actions/inverse.ts inverseOf'],
    steps: [
      'Adds two addresses to a firewall list. Arms a rollback in 20 seconds of: changing the first, removing the second, adding a third.',
      'Makes these changes, and waits until the rollback has run.',
    ],
    timeoutMs: 120_000,
    async run(context) {
      const { session, prefix } = context
      for (const menu of [scheduler, script, addressList]) context.cleans(menu)
      const list = context.prefix
      const [first, second] = [
        await session.add(addressList, { list, address: '192.0.2.50', comment: 'first' }),
        await session.add(addressList, { list, address: '192.0.2.51', comment: 'a "b" $c [d]' }),
      ]
      const writes: PlannedWrite[] = [
        { menu: addressList, verb: 'set', id: first, values: { comment: 'changed', disabled: true } },
        { menu: addressList, verb: 'remove', id: second },
        { menu: addressList, verb: 'add', values: { list, address: '192.0.2.52' } },
      ]
      const state = async () => {
        const rows = await session.print(addressList, { where: { list }, proplist: ['address', 'comment', 'disabled'] })
        return rows
          .map((row) => `${row['address']} ${row['comment'] ?? ''} ${row['disabled']}`)
          .sort()
          .join('; ')
      }
      const before = await state()
      const revert = await inverseOf(session, writes)
      verify(typeof revert !== 'string', `No script reverts the changes: ${typeof revert === 'string' ? revert : ''}`)
      const began = performance.now()
      await armRollback(session, { name: prefix, afterSeconds: 20, revert, connect: () => context.open() })
      await session.set(addressList, first, { comment: 'changed', disabled: true })
      await session.remove(addressList, second)
      await session.add(addressList, { list, address: '192.0.2.52' })
      const isReverted = await context.until(60_000, async () => !(await isRollbackArmed(session, prefix)))
      context.note(`after ${Math.round((performance.now() - began) / 1_000)} s: ${await state()}`)
      verify(isReverted, 'The rollback did not run.')
      verify((await state()) === before, `The rows were: ${before}`)
      verify(!(await findRollbacks(session)).includes(prefix), 'Something of the rollback is left.')
    },
  },
  {
    name: 'inverse-finds',
    subject,
    assumes:
      'The scripts of the router find a row by the properties by which the panel identifies it, and count as many rows as a print.',
    usedBy: ['routeros/src/actions/inverse.ts tryConditions'],
    steps: [
      'Takes the first own row of each menu in which guarded changes are made, and counts the rows with its properties by a script.',
    ],
    timeoutMs: 60_000,
    async run(context) {
      const failed: string[] = []
      let tried = 0
      for (const menu of [
        'interface/bridge/port',
        'interface/bridge/vlan',
        'interface/list/member',
        'interface/vlan',
        'ip/address',
        'ip/dhcp-server',
        'ip/dhcp-server/network',
        'ip/firewall/address-list',
        'ip/firewall/filter',
        'ip/firewall/nat',
        'ip/pool',
      ]) {
        const rows = await unlessRejected(context.session.print(menu))
        const row = rows?.find((one) => one['dynamic'] !== 'true' && one['builtin'] !== 'true')
        if (row === undefined) continue
        tried++
        const values = { comment: 'not written' }
        const inverse = await inverseOf(context.session, [{ menu, verb: 'set', id: row['.id'] ?? '', values }])
        if (typeof inverse === 'string') failed.push(menu)
      }
      context.note(`${tried} menus with rows`)
      verify(failed.length === 0, `Not found by a script: ${failed.join(', ')}`)
    },
  },
  {
    name: 'scheduler-once',
    subject,
    assumes:
      'An entry with a start date, a start time and the interval 0 runs at that time by the router’s clock, once.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback'],
    steps: ['Schedules a script in four seconds that adds an address to a firewall list.', 'Waits for the address.'],
    timeoutMs: 40_000,
    async run(context) {
      const began = performance.now()
      const id = await scheduleIn(context, 4, 40)
      const isAdded = await context.until(15_000, async () => (await addressesWhere(context, {})) === '192.0.2.40')
      context.note(`after ${Math.round((performance.now() - began) / 100) / 10} s`)
      verify(isAdded, 'The script did not run.')
      await context.sleep(3_000)
      const [row] = await context.session.print(scheduler, { where: { '.id': id } })
      context.note(`run-count=${row?.['run-count'] ?? '(absent)'} next-run=${row?.['next-run'] ?? '(absent)'}`)
      verify(row?.['run-count'] === '1', 'The entry did not run exactly once.')
    },
  },
  {
    name: 'scheduler-removed',
    subject,
    assumes: 'An entry that was removed before its time does not run.',
    usedBy: ['routeros/src/actions/rollback.ts confirmRollback'],
    steps: ['Schedules a script in four seconds, removes the entry at once, and waits for eight seconds.'],
    timeoutMs: 40_000,
    async run(context) {
      const id = await scheduleIn(context, 4, 41)
      await context.session.remove(scheduler, id)
      await context.sleep(8_000)
      verify((await addressesWhere(context, {})) === '', 'The script ran.')
    },
  },
]
