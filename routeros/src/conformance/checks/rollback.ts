import { armRollback, confirmRollback, findRollbacks, isRollbackArmed } from '../../actions/rollback.ts'
import { localTime, writtenDate } from '../../values/time.ts'
import type { Session } from '../../session.ts'
import type { Check } from '../check.ts'
import { CheckFailure, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { addressesWhere, addressList } from './rows-for-checks.ts'

const subject = 'Rollback'
const scheduler = 'system/scheduler'

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
      'A rollback consists of a backup and an enabled scheduler entry with its time, date and script; confirming removes both.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback', 'server/src/devices/guarded.ts checkRollback'],
    steps: [
      'Arms a rollback in an hour with the function of the panel, reads its entry back, and confirms it immediately.',
    ],
    timeoutMs: 90_000,
    async run(context) {
      const { session, prefix } = context
      context.cleans(scheduler)
      context.cleans('file')
      try {
        const { at } = await armRollback(session, { name: prefix, afterSeconds: 3_600 })
        context.note(`armed for ${at}`)
        const rows = await session.print(scheduler, { where: { name: prefix } })
        const row = rows[0]
        context.note(
          `start-date=${row?.['start-date']} start-time=${row?.['start-time']} interval=${row?.interval} disabled=${row?.disabled}`,
        )
        verify(row !== undefined, 'The router did not store the entry.')
        verify((row['on-event'] ?? '').includes('backup load'), 'The entry has no script.')
        verify(/^\d{1,2}:\d\d:\d\d$/.test(row['start-time'] ?? ''), 'The start time is not HH:MM:SS.')
        verify((row['start-date'] ?? '') !== '', 'The entry has no start date.')
        verify(!['true', 'yes'].includes(row.disabled ?? ''), 'The entry is disabled.')
        verify((await findRollbacks(session)).includes(prefix), 'The rollback is not found among the rows and files.')
      } finally {
        await confirmRollback(session, prefix)
      }
      verify(!(await isRollbackArmed(session, prefix)), 'The entry was not removed.')
      verify(!(await findRollbacks(session)).includes(prefix), 'The backup was not removed.')
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
