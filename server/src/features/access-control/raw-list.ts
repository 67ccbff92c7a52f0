import type { Endpoint } from '@trunkline/contract/endpoint'
import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import type { Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { readAccessList } from '../../devices/wifi/access-menus.ts'
import { wifiMenus, type SeenAccessRow } from '../../devices/wifi/shapes.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { checkManaged, loadDevice } from '../lan/device.ts'
import { withSeen, type Draft, type DraftContext } from '../lan/draft.ts'
import { answerReading } from '../lan/reading.ts'
import { checkSeen, type Sent } from '../lan/seen.ts'
import { addRow, removeRow, setRow, shownRow } from './raw-rows.ts'

/** Handlers of the access lists of one device, as they are on the device. */
export const capsmanAccessListHandlers = (deps: Deps): Handlers<typeof capsmanAccessList> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const

  /** Checks the permission, builds the command from the body and enqueues it for the device. */
  const enqueueDraft = <B>(
    endpoint: Endpoint,
    { actor, params, db }: Pick<Call, 'db'> & { actor: Actor; params: { id: number } },
    sent: B,
    buildDraft: (context: DraftContext, sent: B) => Promise<Draft>,
  ) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, endpoint.access, params.id)
      const last = async <T>(menu: string) => (await deps.devices.last(tx, device.id, menu))?.rows as T[] | undefined
      const target = wifiMenus.accessList
      const seen = await checkSeen(deps.devices, tx, device.id, target, sent as Sent)
      const draft = withSeen(await buildDraft({ tx, device, last }, sent), seen)
      checkManaged(device)
      return {
        data: await deps.devices.submit(tx, actor, { hardware_id: device.id, kind: 'change', target, ...draft }),
      }
    })

  return {
    index: (call) =>
      answerReading(
        deps,
        capsmanAccessList.index,
        call,
        {
          key: wifiMenus.accessList,
          work: (session) => readAccessList(session, { keys }),
          empty: [] as SeenAccessRow[],
        },
        async () => undefined,
        (rows) => rows.map(shownRow),
      ),
    store: (call) => enqueueDraft(capsmanAccessList.store, call, call.body, addRow),
    update: (call) => enqueueDraft(capsmanAccessList.update, call, call.body, setRow),
    destroy: (call) => enqueueDraft(capsmanAccessList.destroy, call, call.query, removeRow),
  }
}
