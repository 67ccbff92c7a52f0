import { connect } from '../../connect.ts'
import type { Session } from '../../session.ts'
import type { Check } from '../check.ts'
import { NotApplicable, rejectionOf, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { addAddress, addressesWhere, addressList, openAsOwnUser } from './rows-for-checks.ts'
import { routerTimeIn, scheduleIn, scriptAdding } from './rollback.ts'

const subject = 'Script jobs'
const usedBy = ['routeros/src/actions/rollback.ts armRollback']
const jobMenu = 'system/script/job'
const scheduler = 'system/scheduler'

/** Starts a script that adds an address after some seconds. */
async function delayedJob(context: CheckContext, seconds: number, host: number, session?: Session): Promise<string> {
  context.cleans(addressList)
  context.run.busyUntil = performance.now() + (seconds + 3) * 1_000
  return context.startJob(`:delay ${seconds}s; ${scriptAdding(context, host)}`, session)
}

/** The rows of running jobs, of which the session itself is one. @throws NotApplicable if the router does not list jobs */
async function runningJobs(context: CheckContext) {
  const rows = await context.ifPresent(jobMenu, context.session.print(jobMenu, { proplist: ['type', 'started'] }))
  if (rows.length === 0) throw new NotApplicable(`/${jobMenu} does not list even the session that prints it.`)
  return rows
}

const isAdded = async (context: CheckContext, host: number) =>
  (await addressesWhere(context, {})).split(' ').includes(`192.0.2.${host}`)

/** Whether the job of a lost connection adds its address. */
async function verifySurvives(context: CheckContext, host: number): Promise<void> {
  verify(
    await context.until(12_000, () => isAdded(context, host)),
    'The job did not run to its end after its connection was lost.',
  )
}

/** The date, by the router's clock, of a row that is added now. */
async function creationDate(context: CheckContext): Promise<string | undefined> {
  const id = await addAddress(context, 69)
  const [row] = await context.session.print(addressList, { where: { '.id': id }, proplist: ['creation-time'] })
  await context.session.remove(addressList, id)
  return row?.['creation-time']?.split(' ')[0]
}

/** Sets the clock by a number of days while `work` runs. @throws NotApplicable if the clock does not follow */
async function withClock(context: CheckContext, days: number, work: () => Promise<void>): Promise<void> {
  const read = async (session: Session) =>
    (await session.print('system/clock', { proplist: ['date'] }))[0]?.date ?? '(absent)'
  const shift = async (session: Session, by: number) => {
    const { date } = await routerTimeIn(session, by * 86_400)
    await context.ifPresent('system/clock/set', session.set('system/clock', null, { date }))
    return date
  }
  const before = await read(context.session)
  const shifted = await shift(context.session, days)
  try {
    const after = await read(context.session)
    context.note(`date ${before}, then ${after}`)
    const isFollowed = after === shifted && (await creationDate(context)) === shifted
    if (!isFollowed) throw new NotApplicable('The clock does not follow: NTP or the host sets it.')
    await work()
  } finally {
    // On a connection of its own and without the signal of the check: the clock is restored also after an interrupt.
    const session = await connect(context.run.target)
    try {
      if ((await read(session)) === shifted) await shift(session, -days)
    } finally {
      await session.close()
    }
  }
}

const clockCheck = (name: string, days: number, direction: string): Check => ({
  name,
  subject,
  assumes: `\`:delay\` in a job counts real time also if the clock is set ${direction} by a day.`,
  usedBy,
  needs: 'clock',
  steps: [`Starts a job of six seconds and sets the date ${direction}.`, 'Waits for the job and restores the date.'],
  timeoutMs: 60_000,
  async run(context) {
    await withClock(context, days, async () => {
      const began = performance.now()
      await delayedJob(context, 6, 60)
      verify(await context.until(20_000, () => isAdded(context, 60)), 'The job did not end within 20 seconds.')
      const seconds = (performance.now() - began) / 1_000
      context.note(`after ${Math.round(seconds * 10) / 10} s`)
      verify(seconds > 4, 'The job ended early.')
    })
  },
})

/** Milliseconds for which an entry with an interval is observed after the clock was set. */
const intervalWait = 10_000

const intervalCheck = (name: string, days: number, direction: string): Check => ({
  name,
  subject,
  assumes: `Reports how often a scheduler entry with an interval of three seconds runs after the clock was set ${direction} by a day.`,
  usedBy,
  needs: 'clock',
  observes: true,
  steps: [
    `Adds an entry whose script changes nothing, waits for its first run, and sets the date ${direction}.`,
    'Counts its runs in ten seconds and restores the date.',
  ],
  timeoutMs: 60_000,
  async run(context) {
    const id = await context.add(scheduler, {
      name: context.prefix,
      interval: '3s',
      policy: 'read',
      'on-event': ':delay 1ms',
    })
    const read = async () => {
      const [row] = await context.session.print(scheduler, {
        where: { '.id': id },
        proplist: ['run-count', 'next-run'],
      })
      return { runs: Number(row?.['run-count'] ?? 0), next: row?.['next-run'] ?? '(absent)' }
    }
    const hasRun = await context.until(15_000, async () => (await read()).runs > 0)
    verify(hasRun, 'The entry did not run even before the clock was set.')
    await withClock(context, days, async () => {
      const before = await read()
      await context.sleep(intervalWait)
      const after = await read()
      context.note(`${after.runs - before.runs} runs in ${intervalWait / 1_000} s, next-run=${after.next}`)
    })
  },
})

export const jobChecks: readonly Check[] = [
  {
    name: 'job-id',
    subject,
    assumes: '/execute returns the id of a job at once, and the script runs in the background.',
    usedBy,
    steps: ['Starts a script that adds an address after two seconds.'],
    async run(context) {
      const began = performance.now()
      const id = await delayedJob(context, 2, 50)
      const ms = Math.round(performance.now() - began)
      context.note(`${id} after ${ms} ms`)
      verify(ms < 1_500, 'The command waited for the script.')
      verify(await context.until(10_000, () => isAdded(context, 50)), 'The script did not run.')
    },
  },
  {
    name: 'job-output',
    subject,
    assumes: '/execute with `as-string` waits for the script and returns its output in `ret`.',
    usedBy,
    steps: ['Runs `:put 42`.'],
    async run(context) {
      const { ret, rows } = await context.command('execute', { script: ':put 42', 'as-string': '' })
      context.note(`ret=${ret ?? '(absent)'}`)
      verify((ret ?? rows[0]?.ret ?? '').trim() === '42', 'The output is not 42.')
    },
  },
  {
    name: 'job-output-error',
    subject,
    assumes:
      'If a statement of /execute with `as-string` fails, the command is answered with a trap, and later statements do not run.',
    usedBy: ['server/src/devices/run-restore.ts'],
    steps: ['Runs a script that fails before it adds an address.'],
    async run(context) {
      context.cleans(addressList)
      const script = `:error "trunkline"; ${scriptAdding(context, 55)}`
      const rejection = await rejectionOf(
        context.command('execute', { script, 'as-string': '' }),
        'The command reported no error.',
      )
      context.note(rejection.message)
      verify(rejection.kind === 'refused', 'The error ended the connection.')
      verify(!(await isAdded(context, 55)), 'The later statement was run.')
    },
  },
  {
    name: 'job-output-survives',
    subject,
    assumes: 'A script of /execute with `as-string` runs to its end after the session that waits for it was closed.',
    usedBy: ['server/src/devices/run-restore.ts'],
    steps: ['Runs a script of four seconds on a connection of its own, and closes the connection after one second.'],
    async run(context) {
      context.cleans(addressList)
      const other = await context.open()
      context.run.busyUntil = performance.now() + 7_000
      const script = `:delay 4s; ${scriptAdding(context, 56)}`
      // Rejected when the session is closed.
      const running = other.run('execute', { script, 'as-string': '' }).catch(() => undefined)
      await context.sleep(1_000)
      await other.close()
      await running
      await verifySurvives(context, 56)
    },
  },
  {
    name: 'job-listed',
    subject,
    assumes: '/system/script/job lists a running job under the id that /execute returned.',
    usedBy,
    steps: ['Starts a script of five seconds and prints the jobs.'],
    async run(context) {
      const id = await context.startJob(':delay 5s')
      const rows = await runningJobs(context)
      context.note(rows.map((row) => `${row['.id']} ${row.type ?? ''}`).join(', '))
      verify(
        rows.some((row) => row['.id'] === id),
        'The job is not listed.',
      )
    },
  },
  {
    name: 'job-cancel',
    subject,
    assumes: 'Removing a job ends it: its later commands do not run.',
    usedBy,
    steps: ['Starts a script that adds an address after three seconds, and removes the job at once.'],
    async run(context) {
      await runningJobs(context)
      const id = await delayedJob(context, 3, 51)
      await context.ifPresent(jobMenu, context.session.remove(jobMenu, id))
      await context.sleep(6_000)
      verify(!(await isAdded(context, 51)), 'The removed job ran to its end.')
    },
  },
  {
    name: 'job-survives-close',
    subject,
    assumes: 'A job runs to its end after the session that started it was closed.',
    usedBy,
    steps: ['Starts a script of four seconds on a connection of its own, and closes the connection.'],
    async run(context) {
      const other = await context.open()
      await delayedJob(context, 4, 52, other)
      await other.close()
      await verifySurvives(context, 52)
    },
  },
  {
    name: 'job-survives-reset',
    subject,
    assumes: 'A job runs to its end after the connection that started it was reset.',
    usedBy,
    steps: ['Starts a script of four seconds on a connection of its own, and resets the connection.'],
    async run(context) {
      context.cleans(addressList)
      const connection = await context.logInRaw()
      context.run.busyUntil = performance.now() + 7_000
      const script = `:delay 4s; ${scriptAdding(context, 53)}`
      const replies = await connection.call('/execute', `=script=${script}`)
      const trap = replies.find(({ word }) => word === '!trap')
      if (trap?.values.message?.startsWith('no such command') === true)
        throw new NotApplicable('The router has no /execute.')
      const id = replies.at(-1)?.values.ret
      if (id !== undefined) context.run.jobs.add(id)
      connection.reset()
      await verifySurvives(context, 53)
    },
  },
  {
    name: 'job-error',
    subject,
    assumes: 'The error of a script in a job reaches neither the reply nor the connection.',
    usedBy,
    steps: ['Starts a script that fails, and prints /system/identity.'],
    async run(context) {
      const id = await context.startJob(':delay 1s; :error "trunkline"')
      context.note(id)
      await context.sleep(2_000)
      verify((await context.session.print('system/identity')).length === 1, 'The session does not answer.')
    },
  },
  {
    name: 'job-policy',
    subject,
    assumes: 'A job that /execute started has the policies of its login: it can do nothing that the login may not do.',
    usedBy,
    steps: [
      'Adds a group without the policy `policy`, and a user with a random password.',
      'As this user starts a script that adds an address and then a group, which needs the policy.',
    ],
    async run(context) {
      const { prefix } = context
      const refused = `${prefix}-refused`
      context.cleans(addressList)
      const limited = await openAsOwnUser(context, 'read,write,test,api')
      context.run.busyUntil = performance.now() + 5_000
      const id = await context.startJob(
        `${scriptAdding(context, 54)}; :delay 1s; /user group add name="${refused}" policy=read`,
        limited,
      )
      const rows = await context.session.print(jobMenu, { proplist: ['owner', 'policy'] }).catch(() => [])
      const job = rows.find((row) => row['.id'] === id)
      context.note(`owner=${job?.owner ?? '(absent)'} policy=${job?.policy ?? '(absent)'}`)
      verify(await context.until(5_000, () => isAdded(context, 54)), 'The script did not run with the policy write.')
      await context.sleep(3_000)
      const groups = await context.session.print('user/group', { proplist: ['name'] })
      verify(!groups.some(({ name }) => name === refused), 'The job had a policy that its login lacks.')
      await limited.close()
    },
  },
  clockCheck('job-clock-forward', 1, 'forward'),
  clockCheck('job-clock-back', -1, 'back'),
  intervalCheck('interval-clock-forward', 1, 'forward'),
  intervalCheck('interval-clock-back', -1, 'back'),
  {
    name: 'scheduler-clock-forward',
    subject,
    assumes: 'A scheduler entry runs also if the clock is set past its time.',
    usedBy,
    needs: 'clock',
    steps: ['Schedules a script in ten minutes and sets the date forward by a day.', 'Waits for the script.'],
    timeoutMs: 60_000,
    async run(context) {
      await scheduleIn(context, 600, 61)
      await withClock(context, 1, async () => {
        const ran = await context.until(25_000, () => isAdded(context, 61))
        verify(ran, 'The entry did not run within 25 seconds.')
      })
    },
  },
]
