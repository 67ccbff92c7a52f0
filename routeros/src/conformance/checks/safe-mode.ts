import type { Check } from '../check.ts'
import { verify } from '../result.ts'
import { addAddress, addressesWhere, addressList } from './rows-for-checks.ts'

const subject = 'Safe mode'
const usedBy = ['routeros/src/actions/rollback.ts armRollback']

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
]
