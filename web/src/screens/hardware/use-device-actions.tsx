import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { deviceSetups } from '@trunkline/contract/resources/device-setup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sites } from '@trunkline/contract/resources/site'
import { IconFileText, IconPower, IconRouter, IconTerminal2, IconTrash, IconTrashOff } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { StartedAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { errorText } from '../../ui/error-text.ts'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { leave } from '../devices/leaving.ts'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useSiteAssignment } from './use-site-assignment.tsx'

const BootstrapDialog = lazy(() => loadChunk(() => import('./bootstrap-dialog.tsx')))

/** What moving a device to the trash changes, and recovering it. */
const subjects = ['hardware', 'sites'] as const

export interface DeviceActions {
  actions: MenuAction[]
  /** Reads the device now; undefined without the permission, as are the next two. */
  reload: (() => void) | undefined
  reloading: boolean
  takeBackup: (() => void) | undefined
  takingBackup: boolean
  /** Opens the setup script for a router that the panel can't reach yet. */
  openScript: (() => void) | undefined
  /** The results of the commands of this page. */
  results: ReactNode
  dialog: ReactNode
}

/** The actions of a device's pages, and the commands to the device that they can send. */
export function useDeviceActions(device: HardwareDevice | undefined): DeviceActions {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const go = useGo()
  const [showsScript, setShowsScript] = useState(false)
  const reboot = useDeviceCommand(hardwareLive.reboot)
  const reload = useDeviceCommand(hardwareLive.reload)
  const backup = useDeviceCommand(hardwareLive.takeBackup)
  const site = useSiteAssignment()
  const record = useRecordActions<HardwareDevice>({
    texts: 'hardware',
  })
  const destroy = useCommand(hardware.destroy, { subjects })
  const recover = useCommand(hardware.recover, { subjects })
  const params = { params: { id: device?.id ?? 0 } }
  const isLive = device !== undefined && device.deleted_at === null
  const start = ({ enqueue }: Pick<typeof reload | typeof backup, 'enqueue'>) =>
    void enqueue(params).catch((error: unknown) => notify.error(errorText(error, t)))

  const takeBackup = isLive && canOn(hardwareLive.takeBackup, device) ? () => start(backup) : undefined
  const openScript = isLive && canOn(hardwareLive.bootstrap, device) ? () => setShowsScript(true) : undefined
  const mayUpdate = isLive && canOn(hardware.update, device)
  const menuOf = ({ key, label, icon, start: open }: StartedAction, of: HardwareDevice): MenuAction => ({
    key,
    label,
    icon,
    onClick: () => open([{ id: of.id, name: of.name }], () => undefined),
  })
  const actions: (MenuAction | false | undefined)[] = device
    ? [
        mayUpdate && record.edit(paths.hardware.update(device.id)),
        takeBackup && {
          key: 'backup',
          label: t('hardware:action.backup'),
          icon: actionIcon(IconFileText),
          onClick: takeBackup,
        },
        openScript && {
          key: 'script',
          label: t('hardware:action.script'),
          icon: actionIcon(IconTerminal2),
          onClick: openScript,
        },
        openScript &&
          can(deviceSetups.store) && {
            key: 'wait',
            label: t('hardware:action.wait'),
            icon: actionIcon(IconRouter),
            onClick: () => void go(paths.deviceSetups.create, { search: { device: device.id } }),
          },
        isLive &&
          canOn(hardwareLive.reboot, device) &&
          record.confirm('reboot', device, { icon: IconPower, tone: 'danger', run: () => reboot.enqueue(params) }),
        mayUpdate && can(sites.lookup) && menuOf(site.add, device),
        mayUpdate && device.site_id !== null && menuOf(site.remove, device),
        canOn(hardware.destroy, device) &&
          (device.deleted_at === null
            ? record.confirm('destroy', device, {
                icon: IconTrash,
                tone: 'danger',
                run: () => leave(device.id, () => destroy.run(params)),
              })
            : record.act('recover', device, {
                icon: IconTrashOff,
                run: () => recover.run(params),
              })),
      ]
    : []
  return {
    actions: actions.filter((action) => !!action),
    reload: isLive && canOn(hardwareLive.reload, device) ? () => start(reload) : undefined,
    reloading: reload.requesting || reload.open,
    takeBackup,
    takingBackup: backup.requesting || backup.open,
    openScript,
    results: [reboot, backup, reload].map(({ command, clear }, index) => (
      <CommandEnd key={index} of={command} onClose={clear} />
    )),
    dialog: (
      <>
        {record.dialog}
        {site.dialog}
        {showsScript && device ? (
          <Suspense fallback={null}>
            <BootstrapDialog device={device} onClose={() => setShowsScript(false)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
