import type { Endpoint } from '@trunkline/contract/endpoint'
import { firewall } from '@trunkline/contract/resources/firewall'
import { readFilters, readLists, readNat } from '../../devices/readings/firewall.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { createDraftQueue } from '../lan/enqueue-draft.ts'
import { answerReading, type Menu } from '../lan/reading.ts'
import { addEntry, listMenu, removeEntry, setEntry } from './entry.ts'
import { addForward, moveNat, natMenu, removeForward, setForward } from './forward.ts'
import { readFirewallContext } from './firewall-context.ts'

type Reading = Parameters<typeof answerReading>[2]

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

  const enqueueDraft = createDraftQueue(deps, ({ devices }, tx, device) => readFirewallContext(devices, tx, device))

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
