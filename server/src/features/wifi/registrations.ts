import { message } from '@trunkline/contract/errors'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import type { Deps } from '../../deps.ts'
import { wifiMenus, type SeenRegistration } from '../../devices/wifi/shapes.ts'
import type { Handlers } from '../../http/call.ts'
import { leaseCondition } from '../sites/active-leases.ts'
import { loadSite, type WifiDevice } from './wifi-devices.ts'
import { readingList } from './reading-list.ts'
import { registrationRows } from './registration-rows.ts'
import { enqueueRowChange, selectRows, several, type RowContext } from './row-commands.ts'
import { vendorOf } from './vendors.ts'

/** Menu of the registration table, next to that of access points; CAPsMAN nests it one level deeper. */
function tableOf(device: WifiDevice, { stack }: SeenRegistration): string {
  const points = device.reading?.systems.find((system) => system.stack === stack)?.access_points[0]?.menu
  const menu =
    points ??
    {
      'caps-man': 'caps-man',
      'local-wireless': 'interface/wireless',
      'wifi-capsman': 'interface/wifi',
      'local-wifi': 'interface/wifi',
    }[stack]
  return `${menu.replace(/^caps-man\/interface$/, 'caps-man')}/registration-table`
}

async function kick(context: RowContext, ids: readonly string[]): Promise<QueuedOnDevice[]> {
  const chosen = await selectRows(
    context,
    ids,
    async (device) =>
      ((await context.deps.devices.last(context.tx, device.id, wifiMenus.registrations))?.rows ??
        []) as SeenRegistration[],
    message('wifi.client_gone'),
  )
  const queued: QueuedOnDevice[] = []
  for (const { device, rows } of chosen)
    queued.push(
      await enqueueRowChange(context, device, {
        target: 'wifi/registration',
        verb: 'remove',
        ...several(rows.map(({ mac }) => mac)),
        steps: rows.map((row) => ({
          menu: tableOf(device, row),
          verb: 'remove' as const,
          id: row.id,
          expected: { 'mac-address': row.mac },
        })),
        reads: [wifiMenus.registrations],
      }),
    )
  return queued
}

/** Handlers that list and disconnect the Wi-Fi clients of a site. */
export const registrationHandlers = (deps: Deps): Pick<Handlers<typeof wifi>, 'registrations' | 'kick'> => ({
  registrations: readingList(deps, wifi.registrations, {
    rows: registrationRows,
    condition: leaseCondition,
    toResponse: (row) => ({ ...row, vendor: vendorOf(row.mac) }),
  }),
  kick: ({ actor, params, body, db }) =>
    db(async (tx) => {
      const site = await loadSite(tx, actor, wifi.kick.access, params.id, { writes: true })
      return { data: await kick({ deps, tx, actor, site }, body.ids) }
    }),
})
