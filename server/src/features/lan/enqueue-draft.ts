import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { checkManaged, loadDevice, type LiveDevice } from './device.ts'
import { withSeen, type Draft, type DraftContext } from './draft.ts'
import { checkSeen, type Sent } from './seen.ts'

/** A call that requests a change of a menu of a device. */
interface DraftCall {
  actor: Actor
  params: { id: number }
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The device and its last readings. */
export const draftContext = (deps: Deps, tx: Tx, device: LiveDevice): DraftContext => ({
  tx,
  device,
  last: async <T>(menu: string) => (await deps.devices.last(tx, device.id, menu))?.rows as T[] | undefined,
})

/**
 * Returns a function that checks the permission of a call, builds the command from its body and enqueues it for the
 * device.
 * @param contextOf what the command is built from
 */
export const createDraftQueue =
  <C>(deps: Deps, contextOf: (deps: Deps, tx: Tx, device: LiveDevice) => C | Promise<C>) =>
  <B>(
    endpoint: Endpoint,
    target: string,
    { actor, params, db }: DraftCall,
    sent: B,
    buildDraft: (context: C, sent: B) => Promise<Draft>,
  ) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, endpoint.access, params.id)
      const seen = await checkSeen(deps.devices, tx, device.id, target, sent as Sent)
      const draft = withSeen(await buildDraft(await contextOf(deps, tx, device), sent), seen)
      checkManaged(device)
      return {
        data: await deps.devices.submit(tx, actor, { hardware_id: device.id, kind: 'change', target, ...draft }),
      }
    })
