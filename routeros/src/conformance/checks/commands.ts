import { readHealth } from '../../menus/health.ts'
import { isSince } from '../../values/version.ts'
import type { Check } from '../check.ts'
import { NotApplicable, verify } from '../result.ts'
import type { CheckContext } from '../context.ts'

const subject = 'Commands'

/** Names of the first interfaces of a menu. */
async function namesIn(context: CheckContext, menu: string): Promise<string[]> {
  const rows = await context.ifPresent(menu, context.session.print(menu, { proplist: ['name'] }))
  const names = rows.flatMap(({ name }) => name ?? []).slice(0, 2)
  if (names.length === 0) throw new NotApplicable('The menu has no rows.')
  return names
}

export const commandChecks: readonly Check[] = [
  {
    name: 'traffic-once',
    subject,
    assumes: '/interface/monitor-traffic with `once` returns a row with rates for each interface, and ends.',
    usedBy: ['server/src/devices/readings/interfaces.ts readTraffic', 'routeros/src/actions/ports.ts traffic'],
    steps: ['Reads the traffic of two interfaces.'],
    async run(context) {
      const names = await namesIn(context, 'interface')
      const { rows } = await context.session.run(
        'interface/monitor-traffic',
        { interface: names.join(','), once: '' },
        { timeoutMs: 10_000 },
      )
      context.note(Object.keys(rows[0] ?? {}).join(', '))
      verify(rows.length === names.length, `The router returned ${rows.length} rows for ${names.length} interfaces.`)
      verify(
        rows.every((row) => row['rx-bits-per-second'] !== undefined && row.name !== undefined),
        'A row has no name or no rate.',
      )
    },
  },
  {
    name: 'ethernet-once',
    subject,
    assumes: '/interface/ethernet/monitor with `once` returns the state of a port, and ends.',
    usedBy: ['routeros/src/actions/ports.ts monitor', 'server/src/devices/readings/ports.ts'],
    steps: ['Reads the state of two ports in one call.'],
    async run(context) {
      const names = await namesIn(context, 'interface/ethernet')
      const { rows } = await context.session.run(
        'interface/ethernet/monitor',
        { numbers: names.join(','), once: '' },
        { timeoutMs: 10_000 },
      )
      context.note(`${rows.length} rows: ${Object.keys(rows[0] ?? {}).join(', ')}`)
      verify(rows.length > 0, 'The router returned no rows.')
      verify(rows[0]?.status !== undefined, 'A row has no status.')
    },
  },
  {
    name: 'health-format',
    subject,
    assumes: 'Sensors are rows with name, value and type since 7, and properties of one row before.',
    usedBy: ['routeros/src/menus/health.ts readHealth'],
    steps: ['Prints /system/health.'],
    async run(context) {
      const rows = await context.ifPresent('system/health', context.session.print('system/health'))
      const { values } = readHealth(rows)
      if (rows.length === 0) throw new NotApplicable('The router has no sensors.')
      context.note(values.map(({ name, value, unit }) => `${name}=${value}${unit}`).join(', '))
      verify(values.length > 0, 'No sensor has a number.')
      const hasRows = rows.every((row) => row.name !== undefined)
      verify(hasRows === isSince(context.version, '7'), 'The notation is that of another version.')
    },
  },
  {
    name: 'device-mode',
    subject,
    assumes: '/system/device-mode shows whether scheduler and fetch are allowed.',
    usedBy: ['routeros/src/actions/rollback.ts armRollback', 'server/src/devices/restart.ts runDpk'],
    steps: ['Prints /system/device-mode.'],
    async run(context) {
      const [row] = await context.ifPresent('system/device-mode', context.session.print('system/device-mode'))
      if (row === undefined || Object.keys(row).length === 0) throw new NotApplicable('The menu has no values.')
      context.note(
        Object.entries(row)
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
      )
      verify(row.mode !== undefined, 'The row has no mode.')
      if (row.scheduler === 'false' || row.scheduler === 'no')
        context.note('The scheduler is not allowed: guarded writes of the panel are rejected on this router.')
    },
  },
  {
    name: 'update-status',
    subject,
    assumes: '/system/package/update has the channel of updates.',
    usedBy: ['server/src/devices/readings/identity.ts'],
    steps: ['Prints /system/package/update, without a request to the Internet.'],
    async run(context) {
      const menu = 'system/package/update'
      const [row] = await context.ifPresent(menu, context.session.print(menu))
      context.note(Object.keys(row ?? {}).join(', '))
      verify(row?.channel !== undefined, 'The row has no channel.')
    },
  },
  {
    name: 'ping',
    subject,
    assumes:
      '/ping (/tool/ping since 7.23) with `count` returns a row for each packet with its running sums, and ends.',
    usedBy: ['routeros/src/session.ts run'],
    steps: ['Pings an address of the router itself, once.'],
    async run(context) {
      const rows = await context.session.print('ip/address', { proplist: ['address'], where: { disabled: false } })
      const address = rows[0]?.address?.split('/')[0]
      if (address === undefined) throw new NotApplicable('The router has no address.')
      const command = isSince(context.version, '7.23') ? 'tool/ping' : 'ping'
      const reply = await context.command(command, { address, count: 1 })
      context.note(Object.keys(reply.rows[0] ?? {}).join(', '))
      verify(reply.rows.length === 1, `The router returned ${reply.rows.length} rows.`)
      verify(reply.rows[0]?.sent === '1', 'The row has no number of packets sent.')
    },
  },
]
