import type { Endpoint } from '@trunkline/contract/endpoint'
import { firewall } from '@trunkline/contract/resources/firewall'
import type { Actor } from '../../access/actor.ts'
import { readFilters, readLists, readNat } from '../../devices/readings/firewall.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { checkManaged, loadDevice } from '../lan/device.ts'
import { withSeen, type Draft } from '../lan/draft.ts'
import { answerReading, type Menu } from '../lan/reading.ts'
import { checkSeen, type Sent } from '../lan/seen.ts'
import { addEntry, listMenu, removeEntry, setEntry } from './entry.ts'
import { addForward, moveNat, natMenu, removeForward, setForward } from './forward.ts'
import { readFirewallContext, type FirewallContext } from './firewall-context.ts'

type Reading = Parameters<typeof answerReading>[2]
interface Writing {
  actor: Actor
  params: { id: number }
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Handlers of a router's firewall: readings, and commands that change port forwards and address lists. */
export const firewallHandlers = (deps: Deps): Handlers<typeof firewall> => {
  const read =
    <T>(endpoint: Endpoint, menu: Menu<T>) =>
    (call: Reading) =>
      answerReading(
        deps,
        endpoint,
        call,
        menu,
        async () => undefined,
        (rows) => rows,
      )

  /** Checks the permission, builds the command from the body and enqueues it for the device. */
  const enqueueDraft = async <B>(
    endpoint: Endpoint,
    target: string,
    { actor, params, db }: Writing,
    sent: B,
    buildDraft: (context: FirewallContext, sent: B) => Promise<Draft>,
  ) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, endpoint.access, params.id)
      const seen = await checkSeen(deps.devices, tx, device.id, target, sent as Sent)
      const draft = withSeen(await buildDraft(await readFirewallContext(deps.devices, tx, device), sent), seen)
      checkManaged(device)
      return {
        data: await deps.devices.submit(tx, actor, { hardware_id: device.id, kind: 'change', target, ...draft }),
      }
    })

  return {
    nat: read(firewall.nat, { key: natMenu, work: readNat, empty: [] }),
    addForward: (call) => enqueueDraft(firewall.addForward, natMenu, call, call.body, addForward),
    setForward: (call) => enqueueDraft(firewall.setForward, natMenu, call, call.body, setForward),
    moveNat: (call) => enqueueDraft(firewall.moveNat, natMenu, call, call.body, moveNat),
    removeForward: (call) => enqueueDraft(firewall.removeForward, natMenu, call, call.query, removeForward),

    lists: read(firewall.lists, { key: listMenu, work: readLists, empty: { entries: [], uses: [] } }),
    addEntry: (call) => enqueueDraft(firewall.addEntry, listMenu, call, call.body, addEntry),
    setEntry: (call) => enqueueDraft(firewall.setEntry, listMenu, call, call.body, setEntry),
    removeEntry: (call) => enqueueDraft(firewall.removeEntry, listMenu, call, call.query, removeEntry),

    filters: read(firewall.filters, { key: 'ip/firewall/filter', work: readFilters, empty: [] }),
  }
}
