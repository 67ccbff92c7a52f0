import { isIPv4 } from 'node:net'
import { connect } from '../../connect.ts'
import { unlessRejected } from '../../actions/missing.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import type { RawConnection } from '../raw-connection.ts'
import { NotApplicable, Undetermined, verify } from '../result.ts'
import { addAddress, addressesWhere, addressList, filter } from './rows-for-checks.ts'

const subject = 'Safe mode'
const usedBy = ['routeros/src/actions/rollback.ts armRollback']

/** Number of actions that RouterOS can undo (manual, Configuration Management). */
const maxActions = 100
/** Milliseconds: the manual states nine minutes for a connection that fell silent. */
const silenceDeadline = 660_000

const isEnabled = async ({ session }: CheckContext): Promise<boolean> =>
  ['true', 'yes'].includes((await session.print('safe-mode'))[0]?.enabled ?? '')

/** Whether a script in a job can undo the changes of safe mode. @param of the session that starts it */
async function isUnrolledByJob(context: CheckContext, host: number, of: 'owner' | 'other'): Promise<boolean> {
  const owner = await context.open()
  try {
    await context.ifPresent('safe-mode/take', owner.run('safe-mode/take'))
    await owner.add(addressList, { list: context.prefix, address: `192.0.2.${host}` })
    await context.startJob(':delay 1s; /safe-mode unroll', of === 'owner' ? owner : context.session)
    return await context.until(5_000, async () => (await addressesWhere(context, {})) === '')
  } finally {
    await unlessRejected(owner.run('safe-mode/unroll'))
    await owner.close()
  }
}

/**
 * Adds a disabled rule before all others, which drops what one connection sends.
 * @returns its id
 * @throws NotApplicable, RouterError
 */
async function addDropRule(context: CheckContext, connection: RawConnection): Promise<string> {
  const rules = await context.session.print(filter, { proplist: ['chain', 'dynamic'] })
  const first = rules.find((row) => row.dynamic !== 'true' && row.dynamic !== 'yes')?.['.id']
  return context.add(filter, {
    chain: 'input',
    action: 'drop',
    protocol: 'tcp',
    'src-address': connection.localAddress,
    'src-port': connection.localPort,
    disabled: true,
    comment: context.prefix,
    ...(first === undefined ? {} : { 'place-before': first }),
  })
}

/** Ends a safe mode whose connection fell silent, so that nothing is undone after the end of the check. */
async function releaseStale(context: CheckContext): Promise<void> {
  // On a connection of its own and without the signal of the check: it runs also after an interrupt.
  const session = await connect(context.run.target)
  try {
    await unlessRejected(session.run('safe-mode/release'))
  } finally {
    await session.close()
  }
}

export const safeModeChecks: readonly Check[] = [
  {
    name: 'safe-mode-unroll',
    subject,
    assumes: '/safe-mode/unroll undoes the changes since /safe-mode/take at once.',
    usedBy,
    steps: ['Takes safe mode, adds an address, another one on a second session, and unrolls.'],
    async run(context) {
      const other = await context.open()
      await context.command('safe-mode/take')
      await addAddress(context, 70)
      await other.add(addressList, { list: context.prefix, address: '192.0.2.73' })
      await context.session.run('safe-mode/unroll')
      const left = (await addressesWhere(context, {})).split(' ')
      context.note(`The change of another session was ${left.includes('192.0.2.73') ? 'retained' : 'undone too'}.`)
      verify(!left.includes('192.0.2.70'), 'The address was not removed.')
    },
  },
  {
    name: 'safe-mode-release',
    subject,
    assumes: '/safe-mode/release retains the changes.',
    usedBy,
    steps: ['Takes safe mode, adds an address and releases.'],
    async run(context) {
      await context.command('safe-mode/take')
      await addAddress(context, 71)
      await context.session.run('safe-mode/release')
      verify((await addressesWhere(context, {})) === '192.0.2.71', 'The address was removed.')
    },
  },
  {
    name: 'safe-mode-close',
    subject,
    assumes: 'Closing the connection that holds safe mode undoes its changes within 30 seconds.',
    usedBy,
    steps: ['Takes safe mode on a connection of its own, adds an address and closes the connection.', 'Waits.'],
    timeoutMs: 60_000,
    async run(context) {
      context.cleans(addressList)
      const other = await context.open()
      await context.ifPresent('safe-mode/take', other.run('safe-mode/take'))
      await other.add(addressList, { list: context.prefix, address: '192.0.2.72' })
      await other.close()
      const began = performance.now()
      const isGone = await context.until(30_000, async () => (await addressesWhere(context, {})) === '')
      context.note(`after ${Math.round((performance.now() - began) / 100) / 10} s`)
      verify(isGone, 'The address is still there after 30 seconds.')
    },
  },
  {
    name: 'safe-job-unroll',
    subject,
    assumes: 'Reports whether a script that /execute started can undo the changes of safe mode by /safe-mode/unroll.',
    usedBy,
    observes: true,
    steps: [
      'Takes safe mode on a connection of its own, adds an address, and starts a script that unrolls.',
      'Does the same with a script that another session starts.',
    ],
    timeoutMs: 60_000,
    async run(context) {
      context.cleans(addressList)
      for (const [host, of] of [
        [74, 'owner'],
        [75, 'other'],
      ] as const) {
        const isUndone = await isUnrolledByJob(context, host, of)
        const starter = of === 'owner' ? 'the session that took safe mode' : 'another session'
        context.note(`A job of ${starter} ${isUndone ? 'undid the changes.' : 'did not undo the changes.'}`)
      }
    },
  },
  {
    name: 'safe-limit',
    subject,
    assumes: 'After more than 100 actions safe mode has ended by itself, and all changes stay.',
    usedBy,
    steps: [
      'Takes safe mode on a connection of its own, adds 101 addresses and reads its state.',
      'Closes the connection, and counts the addresses.',
    ],
    timeoutMs: 120_000,
    async run(context) {
      context.cleans(addressList)
      const other = await context.open()
      await context.ifPresent('safe-mode/take', other.run('safe-mode/take'))
      for (let host = 1; host <= maxActions + 1; host++)
        await other.add(addressList, { list: context.prefix, address: `192.0.2.${host}` })
      context.note(`Safe mode is ${(await isEnabled(context)) ? 'still on' : 'off'} after ${maxActions + 1} actions.`)
      await other.close()
      const count = async () =>
        (await addressesWhere(context, {})).split(' ').filter((address) => address !== '').length
      const isUndone = await context.until(10_000, async () => (await count()) <= maxActions)
      context.note(`${await count()} addresses are left.`)
      verify(!isUndone, 'Changes were undone.')
    },
  },
  {
    name: 'safe-blackhole',
    subject,
    assumes: 'The changes of safe mode are undone within eleven minutes after its connection fell silent.',
    usedBy,
    needs: 'blackhole',
    steps: [
      'Takes safe mode on a connection of its own and adds an address.',
      'Drops what this connection sends by a firewall rule before all others, and measures the time until the address is gone.',
    ],
    timeoutMs: silenceDeadline + 60_000,
    async run(context) {
      context.cleans(addressList)
      context.cleans(filter)
      const connection = await context.logInRaw()
      if (!isIPv4(connection.localAddress)) throw new NotApplicable('The connection does not use IPv4.')
      const rule = await addDropRule(context, connection)
      const [taken] = await connection.call('/safe-mode/take')
      if (taken?.word === '!trap') throw new NotApplicable(`The router rejected it: ${taken.values.message}`)
      let isGone = false
      try {
        const address = ['=list=' + context.prefix, '=address=192.0.2.76']
        await connection.call(`/${addressList}/add`, ...address)
        verify((await addressesWhere(context, {})) !== '', 'The address was not added.')
        await context.session.set(filter, rule, { disabled: false })
        const began = performance.now()
        const tag = connection.send('/system/identity/print')
        await context.sleep(2_000)
        if (connection.of(tag).length > 0)
          throw new Undetermined('The rule does not match this connection: an address may be translated on the way.')
        isGone = await context.until(silenceDeadline, async () => {
          await context.sleep(750)
          return (await addressesWhere(context, {})) === ''
        })
        context.note(`after ${Math.round((performance.now() - began) / 1_000)} s`)
        verify(isGone, 'The address is still there after eleven minutes.')
      } finally {
        if (!isGone) await releaseStale(context)
      }
    },
  },
]
