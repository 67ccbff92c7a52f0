import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { wifiStacks } from '@trunkline/contract/resources/device-enums'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { regional } from '../../ui/zone.ts'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import type { PageDevice } from '../lan/use-device.ts'
import { entryErrorText } from './entry-error-text.ts'
import { rowText } from './raw-text.ts'
import { useControllers } from './use-controllers.ts'

export type RawList = ReturnType<typeof useRawList>

/** The access list as read from a controller, the row that is edited, and the commands that change rows. */
export function useRawList(of: PageDevice) {
  const { t, i18n } = useTranslation()
  const { hardwareId, device } = of
  const question = useQuestion()
  const reading = useReading(capsmanAccessList.index, { params: { id: hardwareId } }, { enabled: of.ready })
  const controllers = useControllers(device?.site_id ?? 0)
  /** The key of the row that is edited, or the Wi-Fi system of a new one. */
  const [edited, setEdited] = useState<string>()
  const onEnd = (command: Command) => command.state === 'done' && setEdited(undefined)
  const add = useDeviceCommand(capsmanAccessList.store, { onEnd })
  const set = useDeviceCommand(capsmanAccessList.update, { onEnd })
  const remove = useDeviceCommand(capsmanAccessList.destroy)
  const params = { id: hardwareId }
  const rows = reading.rows
  const own = controllers?.filter((one) => one.hardware_id === hardwareId).map(({ stack }) => stack) ?? []
  return {
    reading,
    /** Empty until they are read. */
    rows: rows ?? [],
    /** The Wi-Fi systems with a list. Controller and radios of the new system share one, shown as the controller's. */
    stacks: wifiStacks.filter(
      (stack) =>
        rows?.some((row) => row.stack === stack) ||
        (own.includes(stack) && !(stack === 'local-wifi' && own.includes('wifi-capsman'))),
    ),
    edited,
    setEdited,
    last: [add, set, remove].reduce((one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one)),
    add: (body: object) => add.enqueue({ params, body: body as BodyInput<typeof capsmanAccessList.store> }),
    set: (body: object) => set.enqueue({ params, body: body as BodyInput<typeof capsmanAccessList.update> }),
    move: (siblings: readonly RawAccessRow[], row: RawAccessRow, direction: 'up' | 'down') => {
      const index = siblings.indexOf(row)
      const before = siblings[direction === 'up' ? index - 1 : index + 2]?.id ?? null
      const { id, stack, mac, action, position } = row
      void set
        .enqueue({ params, body: { id, stack, before, seen: { mac, action, position } } })
        .catch((error: unknown) => notify.error(entryErrorText(error, t)))
    },
    confirmRemoval: (row: RawAccessRow) =>
      question.confirm({
        title: t('wifi-access:raw.removeTitle'),
        text: rowText(row, t, regional(i18n.language)),
        confirmLabel: t('wifi-access:action.remove'),
        tone: 'danger',
        run: () => remove.enqueue({ params, query: { id: row.id, stack: row.stack, seen: JSON.stringify(row) } }),
        done: t('wifi:sent'),
      }),
    dialog: question.dialog,
  }
}
