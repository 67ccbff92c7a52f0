import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { IconPower } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import { useDeviceCommand } from '../../screens/devices/use-device-command.ts'
import DisconnectDialog from '../../screens/sessions/disconnect-dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import type { PaletteAction } from './palette-records.ts'

type DeviceAction = Extract<PaletteAction, { does: 'reboot' | 'reload' | 'backup' }>
type Disconnect = Extract<PaletteAction, { does: 'disconnect' }>

/** Runs once, when the action was chosen. */
function useStart(start: () => void) {
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    start()
  })
}

/** A reboot asks as on the page of the device; a refresh and a backup need no confirmation. The end of each is a notice. */
function DeviceCommand({ of }: { of: DeviceAction }) {
  const { t } = useTranslation()
  const reboot = useDeviceCommand(hardwareLive.reboot)
  const reload = useDeviceCommand(hardwareLive.reload)
  const backup = useDeviceCommand(hardwareLive.takeBackup)
  const actions = useRecordActions<DeviceAction>({ texts: 'hardware' })
  const params = { params: { id: of.id } }
  useStart(() => {
    if (of.does === 'reboot')
      actions.confirm('reboot', of, { icon: IconPower, tone: 'danger', run: () => reboot.enqueue(params) }).onClick?.()
    else
      void (of.does === 'backup' ? backup : reload).enqueue(params).then(
        () => notify.info(t(of.does === 'backup' ? 'search:backedUp' : 'search:refreshed', { name: of.name })),
        (error: unknown) => notify.error(errorText(error, t)),
      )
  })
  return actions.dialog
}

/** The sessions of a dialog at most; a service has few. */
const maxSessions = 50

/** Asks for confirmation with the names of the sessions that end: of one session, or all of a service. */
function DisconnectSessions({ of, onClose }: { of: Disconnect; onClose: () => void }) {
  const { t } = useTranslation()
  const one = of.session_id
  const shown = useCall(
    radiusSessions.index,
    { query: { search: `service_id:${of.service_id}`, searchFields: 'service_id:=', perPage: maxSessions } as never },
    { enabled: one === null },
  )
  const sessions =
    one === null
      ? shown.data?.data.map((session) => ({ id: session.id, name: session.username }))
      : [{ id: one, name: of.name }]
  const failed = shown.isError
  const isEmpty = sessions?.length === 0 && !shown.isFetching
  useEffect(() => {
    if (failed) notify.error(t('search:disconnect.failed', { name: of.name }))
    else if (isEmpty) notify.info(t('search:disconnect.none', { name: of.name }))
    else return
    onClose()
  }, [failed, isEmpty, of.name, onClose, t])
  return sessions === undefined || sessions.length === 0 ? null : (
    <DisconnectDialog sessions={sessions} onClose={onClose} />
  )
}

/** An effect that was chosen in the palette, with its confirmation. */
export default function PaletteActionDialog({ of, onClose }: { of: PaletteAction; onClose: () => void }) {
  return of.does === 'disconnect' ? <DisconnectSessions of={of} onClose={onClose} /> : <DeviceCommand of={of} />
}
