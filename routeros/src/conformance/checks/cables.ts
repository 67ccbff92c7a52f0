import { RouterError } from '../../errors.ts'
import { uplinkPorts } from '../../actions/uplink-ports.ts'
import type { Row } from '../../session.ts'
import { flag } from '../../values/plain.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { NotApplicable, verify } from '../result.ts'

const subject = 'Cable test'
const usedBy = ['routeros/src/actions/ports.ts monitor']
const ethernet = 'interface/ethernet'

/** Runs one cable test. @throws NotApplicable if the port has none */
async function testCable(context: CheckContext, name: string): Promise<void> {
  let rows: Row[]
  try {
    const args = { numbers: name, once: '' }
    rows = (await context.session.run(`${ethernet}/cable-test`, args, { timeoutMs: 15_000 })).rows
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused')
      throw new NotApplicable(`The router has no cable test of ${name}: ${error.message}`)
    throw error
  }
  const [row] = rows
  context.note(
    Object.entries(row ?? {})
      .map(([property, value]) => `${property}=${value}`)
      .join(' '),
  )
  verify(row?.status !== undefined, 'The reply has no status.')
}

/** The state of ports by name. */
async function portsOf(context: CheckContext): Promise<Row[]> {
  const proplist = ['name', 'running', 'disabled', 'default-name']
  return context.ifPresent(ethernet, context.session.print(ethernet, { proplist }))
}

export const cableChecks: readonly Check[] = [
  {
    name: 'cable-test',
    subject,
    assumes:
      '/interface/ethernet/cable-test with `once` returns the `status` of a port without a link, and ends. Reports `cable-pairs`.',
    usedBy,
    observes: true,
    steps: ['Tests the cable of a copper port that has no link and is not disabled.'],
    timeoutMs: 40_000,
    async run(context) {
      const isCopper = (row: Row) => !/sfp|combo|qsfp/i.test(row['default-name'] ?? row.name ?? '')
      const port = (await portsOf(context)).find((row) => !flag(row.running) && !flag(row.disabled) && isCopper(row))
      if (port?.name === undefined) throw new NotApplicable('Every copper port has a link or is disabled.')
      await testCable(context, port.name)
    },
  },
  {
    name: 'cable-live',
    subject,
    assumes: 'Reports what a cable test of a port with a link returns, and whether the link goes down.',
    usedBy,
    needsValue: 'cable-port',
    observes: true,
    steps: [
      'Refuses a port that may lead to this computer or to another network.',
      'Tests the cable of the port that was given, and reads its `link-downs` before and five seconds after.',
    ],
    timeoutMs: 60_000,
    async run(context) {
      const wanted = context.value('cable-port')
      const port = (await portsOf(context)).find(({ name }) => name === wanted)
      if (port === undefined) throw new NotApplicable('/interface/ethernet has no port of this name.')
      if (!flag(port.running)) throw new NotApplicable('The port has no link.')
      const { localAddress } = await context.openRaw()
      if ((await uplinkPorts(context.session, localAddress)).has(wanted))
        throw new NotApplicable('The port may lead to this computer or to another network.')
      const downs = async () => {
        const [row] = await context.session.print('interface', { proplist: ['link-downs'], where: { name: wanted } })
        return row?.['link-downs'] ?? '(absent)'
      }
      const before = await downs()
      await testCable(context, wanted)
      await context.sleep(5_000)
      context.note(`link-downs=${before} before, ${await downs()} after`)
    },
  },
]
