import type { Values } from '../../session.ts'
import { flag } from '../../values/plain.ts'
import { duration } from '../../values/time.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { NotApplicable, verify } from '../result.ts'

const subject = 'Wi-Fi'
const usedBy = ['routeros/src/actions/wifi.ts detectWifi']

/** Seconds of a scan. */
const scanSeconds = 4

/** Connected clients of an interface: MAC address and seconds since they connected. */
async function clientsOf(context: CheckContext, root: string, name: string): Promise<Map<string, number>> {
  const rows = await context.session.print(`${root}/registration-table`, {
    proplist: ['interface', 'mac-address', 'uptime'],
  })
  const own = rows.filter((row) => row.interface === name)
  return new Map(own.map((row) => [row['mac-address'] ?? '', duration(row.uptime) ?? 0]))
}

/** Scans with one radio, and reports the columns and what became of its clients. */
async function observeScan(context: CheckContext, root: string, name: string, args: Values): Promise<void> {
  const before = await clientsOf(context, root, name)
  const reply = await context.ifPresent(
    `${root}/scan`,
    context.session.run(
      `${root}/scan`,
      { number: name, duration: `${scanSeconds}s`, ...args },
      { timeoutMs: (scanSeconds + 15) * 1_000 },
    ),
  )
  const after = await clientsOf(context, root, name)
  const columns = new Set(reply.rows.flatMap((row) => Object.keys(row)))
  context.note(`${reply.rows.length} rows: ${[...columns].join(', ') || 'none'}`)
  const lost = [...before.keys()].filter((mac) => !after.has(mac)).length
  const again = [...before].filter(([mac, seconds]) => (after.get(mac) ?? seconds) < seconds).length
  context.note(`${before.size} clients before; ${lost} missing and ${again} connected again afterwards`)
  if (reply.rows.length > 0) verify(columns.has('address') && columns.has('ssid'), 'A row has no address or no SSID.')
}

export const scanChecks: readonly Check[] = [
  {
    name: 'wireless-scan-background',
    subject,
    assumes:
      '/interface/wireless/scan with `background` and `duration` ends by itself. Reports its columns, and whether clients were disconnected.',
    usedBy,
    observes: true,
    steps: ['Scans for four seconds in the background with a running radio, and compares its clients.'],
    timeoutMs: 45_000,
    async run(context) {
      const root = 'interface/wireless'
      const rows = await context.ifPresent(
        root,
        context.session.print(root, { proplist: ['name', 'running', 'disabled'] }),
      )
      const name = rows.find((row) => flag(row.running) && !flag(row.disabled))?.name
      if (name === undefined) throw new NotApplicable('No radio of /interface/wireless is running.')
      await observeScan(context, root, name, { background: true })
    },
  },
  {
    name: 'wifi-scan-clients',
    subject,
    assumes:
      '/interface/wifi/scan with `duration` ends by itself. Reports its columns, and whether clients were disconnected.',
    usedBy,
    needsValue: 'scan-interface',
    observes: true,
    steps: ['Scans for four seconds with the interface that was given, and compares its clients.'],
    timeoutMs: 45_000,
    async run(context) {
      const root = 'interface/wifi'
      const wanted = context.value('scan-interface')
      const rows = await context.ifPresent(root, context.session.print(root, { proplist: ['name', 'disabled'] }))
      const row = rows.find(({ name }) => name === wanted)
      if (row === undefined) throw new NotApplicable('/interface/wifi has no interface of this name.')
      if (flag(row.disabled)) throw new NotApplicable('The interface is disabled.')
      await observeScan(context, root, wanted, {})
    },
  },
]
