import { done, type Args } from './caller.ts'
import type { Handler } from './handler.ts'
import { monitor } from './monitor.ts'
import type { RouterState } from './router-state.ts'
import { ratesOf } from './traffic.ts'
import { noPermission, noSuchItem, Trap } from './trap.ts'
import type { Row } from '../tables/table.ts'

/** Interfaces listed in `numbers` or `interface`. @throws Trap if one does not exist */
export function interfacesNamed(router: RouterState, args: Args): { menu: string; row: Row }[] {
  const text = args.get('numbers') ?? args.get('number') ?? args.get('.id') ?? args.get('interface')
  if (text === undefined) throw new Trap('missing =numbers=')
  return text.split(',').map((word) => {
    const found = router.interfaceNamed(word)
    if (!found) throw args.has('interface') ? new Trap('input does not match any value of interface', 1) : noSuchItem()
    return found
  })
}

function trafficOf(router: RouterState, row: Row): Row {
  const { rx, tx, rxPackets, txPackets } = ratesOf(router, row)
  return {
    name: row['name'] ?? '',
    'rx-packets-per-second': String(rxPackets),
    'rx-bits-per-second': String(rx),
    'fp-rx-packets-per-second': String(Math.floor(rxPackets * 0.97)),
    'fp-rx-bits-per-second': String(Math.floor(rx * 0.97)),
    'rx-drops-per-second': '0',
    'rx-errors-per-second': '0',
    'tx-packets-per-second': String(txPackets),
    'tx-bits-per-second': String(tx),
    'fp-tx-packets-per-second': String(Math.floor(txPackets * 0.97)),
    'fp-tx-bits-per-second': String(Math.floor(tx * 0.97)),
    'tx-drops-per-second': '0',
    'tx-queue-drops-per-second': '0',
    'tx-errors-per-second': '0',
  }
}

const monitorTraffic: Handler = (router, _caller, args) => {
  if (args.get('interface') === 'aggregate') {
    return monitor(router, args, () => {
      const rows = router.interfaceTables().flatMap((menu) => router.table(menu).rows)
      const sum = trafficOf(router, { name: 'aggregate' })
      for (const name of Object.keys(sum)) {
        if (name === 'name') continue
        sum[name] = String(rows.reduce((total, row) => total + Number(trafficOf(router, row)[name]), 0))
      }
      delete sum['name']
      return [sum]
    })
  }
  const found = interfacesNamed(router, args)
  return monitor(router, args, () => found.map(({ row }) => trafficOf(router, row)))
}

const resetCounters: Handler = (router, _caller, args) => {
  const rows =
    args.has('numbers') || args.has('.id')
      ? interfacesNamed(router, args).map(({ row }) => row)
      : router.rows('/interface')
  for (const row of rows) router.notes.set(`reset ${row['.id']}`, router.monotonic())
  return done
}

/** Resets counters of rules and queues. */
const resetRules: Handler = (router, caller, args, path) => {
  if (!caller.policies.has('write')) throw noPermission()
  const menu = path.slice(0, path.lastIndexOf('/'))
  const wanted = (args.get('numbers') ?? args.get('.id'))?.split(',')
  for (const row of router.table(menu).rows) {
    if (wanted && !wanted.includes(row['.id'] ?? '')) continue
    router.notes.set(`reset ${menu} ${row['.id']}`, router.monotonic())
  }
  return done
}

export const interfaceHandlers: Readonly<Record<string, Handler>> = {
  '/interface/monitor-traffic': monitorTraffic,
  '*/reset-counters': resetRules,
  '*/reset-counters-all': resetRules,
  '/interface/reset-counters': resetCounters,
  '/interface/ethernet/reset-counters': resetCounters,
}
