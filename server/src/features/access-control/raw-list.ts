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

/** The access lists of one device as they stand there. */
export const capsmanAccessListHandlers = (deps: Deps): Handlers<typeof capsmanAccessList> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const

  /** Checks the caller, makes the order of what was sent, and gives it to the device. */
  const order = <B>(
    endpoint: Endpoint,
    { actor, params, db }: Pick<Call, 'db'> & { actor: Actor; params: { id: number } },
    sent: B,
    make: (context: DraftContext, sent: B) => Promise<Draft>,
  ) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, endpoint.access, params.id)
      const last = async <T>(menu: string) => (await deps.devices.last(tx, device.id, menu))?.rows as T[] | undefined
      const target = wifiMenus.accessList
      const seen = await checkSeen(deps.devices, tx, device.id, target, sent as Sent)
      const draft = withSeen(await make({ tx, device, last }, sent), seen)
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
    store: (call) => order(capsmanAccessList.store, call, call.body, addRow),
    update: (call) => order(capsmanAccessList.update, call, call.body, setRow),
    destroy: (call) => order(capsmanAccessList.destroy, call, call.query, removeRow),
  }
}
