import { readIdentity } from '../../actions/identity.ts'
import { unlessRejected } from '../../actions/missing.ts'
import { armRollback, findRollbacks } from '../../actions/rollback.ts'
import { connect } from '../../connect.ts'
import { RouterError } from '../../errors.ts'
import type { Row, Session } from '../../session.ts'
import type { Check } from '../check.ts'
import { NotApplicable, rejectionOf, Undetermined, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'
import { openSsh } from './file-contents.ts'
import { addAddress, addressList, filter } from './rows-for-checks.ts'
import { scriptAdding } from './rollback.ts'

const subject = 'Reboot'
const scheduler = 'system/scheduler'

/** Milliseconds until a rebooting router accepts a login again. */
const bootTimeout = 180_000

/** Opens a session as soon as the router accepts one after a reboot. @throws Undetermined */
async function reopened(context: CheckContext): Promise<Session> {
  let session: Session | undefined
  const isBack = await context.until(bootTimeout, async () => {
    session = await context.open({ connectTimeoutMs: 3_000 })
    return true
  })
  if (!isBack || session === undefined) throw new Undetermined('The router did not come back within three minutes.')
  return session
}

const idsOf = (rows: readonly Row[]) => rows.map((row) => `${row['.id']} ${row.name ?? row.comment ?? ''}`).join(', ')

/** What a loaded backup must not change; undefined if the router lacks it. */
async function retainedByBackup({ run }: CheckContext, session: Session): Promise<Record<string, string | undefined>> {
  const [license] = (await unlessRejected(session.print('system/license'))) ?? []
  const [mode] = (await unlessRejected(session.print('system/device-mode'))) ?? []
  const features = Object.entries(mode ?? {}).filter(([, value]) => /^(true|false|yes|no)$/.test(value))
  return {
    licence: license?.['software-id'] ?? license?.['system-id'],
    'device-mode': mode === undefined ? undefined : JSON.stringify([mode.mode, ...features.toSorted()]),
    'SSH host key': await hostKeyOf({ run, session }),
  }
}

/** Undefined if the SSH service is disabled or cannot be reached. */
async function hostKeyOf(of: Pick<CheckContext, 'session' | 'run'>): Promise<string | undefined> {
  try {
    const ssh = await openSsh(of)
    await ssh.close()
    return ssh.hostKey
  } catch (error) {
    if (error instanceof NotApplicable || error instanceof RouterError) return undefined
    throw error
  }
}

interface Observation {
  kind: string
  uptimeBefore: number
  uptimeAfter: number
  /** Interfaces and rules before and after. */
  ids: { before: string; after: string }
  /** Addresses that scripts of the start-up entries added: 80 without an interval, 81 with one. */
  started: string
}

/** Reboots once for all checks of this file that only observe it. */
async function observeReboot(context: CheckContext): Promise<Observation> {
  for (const menu of [scheduler, addressList, filter]) context.cleans(menu)
  const { session, prefix } = context
  const policy = 'read,write,policy,test'
  for (const [host, interval] of [
    [80, '0s'],
    [81, '1d'],
  ] as const)
    await session.add(scheduler, {
      name: `${prefix}-${host}`,
      'start-time': 'startup',
      interval,
      policy,
      'on-event': scriptAdding(context, host),
    })
  await session.add(filter, { chain: prefix, action: 'passthrough', disabled: true, comment: 'a' })
  const read = async (from: Session) =>
    [
      idsOf(await from.print('interface/ethernet', { proplist: ['name'] })),
      idsOf((await from.print(filter, { proplist: ['chain', 'comment'] })).filter((row) => row.chain === prefix)),
    ].join(' | ')
  const before = await read(session)
  const { uptime_seconds: uptimeBefore } = await readIdentity(session)
  const other = await context.open()
  let kind = 'reply'
  try {
    await other.run('system/reboot', {}, { timeoutMs: 10_000 })
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    kind = error.kind
  }
  await context.until(60_000, async () => !session.isOpen)
  const fresh = await reopened(context)
  const { uptime_seconds: uptimeAfter } = await readIdentity(fresh)
  const after = await read(fresh)
  // A start-up entry runs some seconds after the router accepts logins.
  await context.sleep(8_000)
  const rows = await fresh.print(addressList, { proplist: ['list', 'address'] })
  const started = rows.flatMap((row) => (row.list === prefix ? (row.address ?? []) : []))
  return {
    kind,
    uptimeBefore: uptimeBefore ?? 0,
    uptimeAfter: uptimeAfter ?? Number.POSITIVE_INFINITY,
    ids: { before, after },
    started: started.toSorted().join(' '),
  }
}

/** The observation of the run's reboot, which the first check makes. */
function observed(context: CheckContext): Promise<Observation> {
  const { shared } = context.run
  const known = (shared.get('reboot') as Promise<Observation> | undefined) ?? observeReboot(context)
  shared.set('reboot', known)
  return known
}

/**
 * Creates a certificate that no service uses.
 * @throws NotApplicable if the router has certificates: some versions do not restore them from a backup
 */
async function createCertificate(context: CheckContext): Promise<void> {
  const { session, prefix } = context
  const menu = 'certificate'
  const rows = await context.ifPresent(menu, session.print(menu, { proplist: ['name'] }))
  if (rows.length > 0)
    throw new NotApplicable('The router has certificates, which loading a backup may remove. Use one without.')
  await context.add(menu, { name: prefix, 'common-name': prefix, 'days-valid': 2 })
  await session.run(`${menu}/sign`, { numbers: prefix }, { timeoutMs: 60_000 })
}

const needs = 'reboot'
const timeoutMs = bootTimeout + 90_000

export const rebootChecks: readonly Check[] = [
  {
    name: 'reboot-closes',
    subject,
    assumes: 'A reboot ends the connection, with or without a reply, and the uptime afterwards is shorter.',
    usedBy: ['routeros/src/actions/reboot.ts reboot', 'server/src/devices/restart.ts verifyRestart'],
    steps: ['Reboots the router once, and observes it for all checks of this group.'],
    needs,
    timeoutMs,
    async run(context) {
      const { kind, uptimeBefore, uptimeAfter } = await observed(context)
      context.note(`end of the call: ${kind}; uptime ${uptimeBefore} s, then ${uptimeAfter} s`)
      verify(['closed', 'timeout', 'reply'].includes(kind), `The call ended with ${kind}.`)
      verify(uptimeAfter < uptimeBefore || uptimeAfter < 120, 'The uptime was not reset.')
    },
  },
  {
    name: 'reboot-ids',
    subject,
    assumes: 'Static rows have the same ids after a reboot.',
    usedBy: ['server/src/devices/steps.ts readBack'],
    steps: ['Compares the ids of the Ethernet ports and of a firewall rule before and after the reboot.'],
    needs,
    timeoutMs,
    async run(context) {
      const { ids } = await observed(context)
      context.note(ids.before)
      if (ids.after !== ids.before) context.note(ids.after)
      verify(ids.after === ids.before, 'The ids differ.')
    },
  },
  {
    name: 'startup-once',
    subject,
    assumes: 'A scheduler entry with `start-time=startup` and the interval 0 runs at boot.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback'],
    steps: ['Adds start-up entries with the intervals 0 and one day before the reboot, and reads what they did.'],
    needs,
    timeoutMs,
    async run(context) {
      const { started } = await observed(context)
      context.note(`ran: ${started === '' ? 'none' : started} (80: interval 0, 81: one day)`)
      verify(started.includes('192.0.2.80'), 'The entry did not run.')
    },
  },
  {
    name: 'startup-durable',
    subject,
    assumes: 'A start-up entry is stored within 40 seconds, so that it runs also after a power cut.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback'],
    steps: [
      'By hand: add a start-up entry that writes to the log, cut the power after 1, 10 and 40 seconds, and read the log after each boot.',
    ],
    run: () => Promise.reject(new NotApplicable('Needs physical access to the power supply.')),
  },
  {
    name: 'backup-password',
    subject,
    assumes: 'Loading a backup with a wrong password is rejected with a trap, without a reboot.',
    usedBy: ['server/src/devices/guarded.ts gone'],
    steps: ['Saves a backup with a password, loads it with another one, and compares the uptime.'],
    needs,
    timeoutMs,
    async run(context) {
      context.cleans('file')
      const { prefix, session } = context
      await session.run('system/backup/save', { name: prefix, password: 'first-password' }, { timeoutMs: 60_000 })
      const { uptime_seconds: before } = await readIdentity(session)
      const error = await rejectionOf(
        session.run('system/backup/load', { name: `${prefix}.backup`, password: 'second-password' }),
        'The router accepted a wrong password.',
      )
      context.note(`${error.kind}: ${error.message}`)
      await context.sleep(3_000)
      const { uptime_seconds: after } = await readIdentity(await reopened(context))
      verify(error.kind === 'refused', 'The router did not answer with a trap.')
      verify(after !== null && before !== null && after >= before, 'The router rebooted.')
    },
  },
  {
    name: 'rollback-restores',
    subject,
    assumes:
      'The last resort of a rollback loads a backup: later changes and its own script and entries are gone, the backup file is left. Licence, SSH host key and device-mode stay.',
    usedBy: [
      'routeros/src/actions/rollback.ts armRollback',
      'server/src/devices/guarded.ts gone',
      'server/src/devices/run-load-backup.ts',
    ],
    steps: [
      'Is not run on a router with certificates: loading a backup may remove them.',
      'Creates a certificate, arms a rollback in 20 seconds, adds an address, closes the connection and waits.',
      'Compares the address list, licence, SSH host key and device-mode, and reports what became of the certificate.',
    ],
    needs,
    timeoutMs,
    async run(context) {
      for (const menu of [scheduler, 'system/script', 'file', addressList]) context.cleans(menu)
      await createCertificate(context)
      const name = `${context.prefix}-restore`
      const retained = await retainedByBackup(context, context.session)
      const { uptime_seconds: before } = await readIdentity(context.session)
      const armed = performance.now()
      await armRollback(context.session, { name, afterSeconds: 20, revert: 'backup', connect: () => context.open() })
      await addAddress(context, 90)
      await context.session.close()
      await context.sleep(20_000)
      let session: Session | undefined
      const isBack = await context.until(bootTimeout, async () => {
        await session?.close()
        session = await connect({ ...context.run.target, connectTimeoutMs: 3_000, signal: context.signal })
        const { uptime_seconds: uptime } = await readIdentity(session)
        const since = (performance.now() - armed) / 1_000
        return uptime !== null && (uptime < since || (before !== null && uptime < before))
      })
      try {
        verify(isBack && session !== undefined, 'The router did not reboot within three minutes.')
        context.note(`back after ${Math.round((performance.now() - armed) / 1_000)} s`)
        const rows = await session.print(addressList, { where: { list: context.prefix } })
        verify(rows.length === 0, 'The change was not undone.')
        const entries = await session.print(scheduler, { where: { name }, proplist: ['name'] })
        verify(entries.length === 0, 'The scheduler entry is still there.')
        verify((await findRollbacks(session)).includes(name), 'The backup file is gone.')
        const now = await retainedByBackup(context, session)
        const lost = Object.keys(retained).filter((one) => retained[one] !== undefined && now[one] !== retained[one])
        verify(lost.length === 0, `Changed by the backup: ${lost.join(', ')}.`)
        const [row] = await session.print('certificate', { where: { name: context.prefix } })
        context.note(
          `The certificate: ${row === undefined ? 'gone' : `private-key=${row['private-key'] ?? '(absent)'}`}`,
        )
      } finally {
        await session?.close()
      }
    },
  },
]
