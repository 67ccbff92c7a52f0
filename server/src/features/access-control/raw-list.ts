import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import type { Deps } from '../../deps.ts'
import { readAccessList } from '../../devices/wifi/access-menus.ts'
import { wifiMenus, type SeenAccessRow } from '../../devices/wifi/shapes.ts'
import type { Handlers } from '../../http/call.ts'
import { createDraftQueue, draftContext } from '../lan/enqueue-draft.ts'
import { answerReading } from '../lan/reading.ts'
import { addRow, removeRow, setRow, shownRow } from './raw-rows.ts'

/** Handlers of the access lists of one device, as they are on the device. */
export const capsmanAccessListHandlers = (deps: Deps): Handlers<typeof capsmanAccessList> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const

  const enqueueDraft = createDraftQueue(deps, draftContext)
  const target = wifiMenus.accessList

  return {
    index: (call) =>
      answerReading(
        deps,
        capsmanAccessList.index,
        call,
        {
          key: target,
          work: (session) => readAccessList(session, { keys }),
          empty: [] as SeenAccessRow[],
        },
        async () => undefined,
        (rows) => rows.map(shownRow),
      ),
    store: (call) => enqueueDraft(capsmanAccessList.store, target, call, call.body, addRow),
    update: (call) => enqueueDraft(capsmanAccessList.update, target, call, call.body, setRow),
    destroy: (call) => enqueueDraft(capsmanAccessList.destroy, target, call, call.query, removeRow),
  }
}
