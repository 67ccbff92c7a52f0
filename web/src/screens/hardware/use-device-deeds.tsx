import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { IconFileText, IconPower, IconTerminal2 } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'

const BootstrapDialog = lazy(() => loadChunk(() => import('./bootstrap-dialog.tsx')))

const icon = { size: 16, 'aria-hidden': true } as const

/** What a device can be asked for on its page: to reboot, to be read, to tell its configuration. */
export function useDeviceDeeds(device: HardwareDevice | undefined): {
  actions: MenuAction[]
  /** Undefined for those who may not. */
  reload: (() => void) | undefined
  reloading: boolean
  takeBackup: (() => void) | undefined
  takingBackup: boolean
  /** Shows a script for a router that is not reached yet. */
  script: (() => void) | undefined
  /** Where the commands of this page stand. */
  ends: ReactNode
  /** Has to stand in the page. */
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const [scripts, setScripts] = useState(false)
  const reboot = useDeviceCommand(hardwareLive.reboot)
  const reload = useDeviceCommand(hardwareLive.reload)
  const backup = useDeviceCommand(hardwareLive.takeBackup)
  const report = (error: unknown) => notify.error(errorText(error, t))
  const there = device !== undefined && device.deleted_at === null
  const params = { params: { id: device?.id ?? 0 } }
  const takeBackup =
    there && canOn(hardwareLive.takeBackup, device) ? () => void backup.ask(params).catch(report) : undefined
  const actions: MenuAction[] = []
  if (takeBackup)
    actions.push({
      key: 'backup',
      label: t('hardware:deed.backup'),
      icon: <IconFileText {...icon} />,
      onClick: takeBackup,
    })
  const script = there && canOn(hardwareLive.bootstrap, device) ? () => setScripts(true) : undefined
  if (script)
    actions.push({
      key: 'script',
      label: t('hardware:deed.script'),
      icon: <IconTerminal2 {...icon} />,
      onClick: script,
    })
  if (there && canOn(hardwareLive.reboot, device))
    actions.push({
      key: 'reboot',
      label: t('hardware:deed.reboot'),
      icon: <IconPower {...icon} />,
      tone: 'danger',
      onClick: () =>
        question.ask({
          title: t('hardware:deed.rebootTitle', { name: device.name }),
          text: t('hardware:deed.rebootText'),
          confirmLabel: t('hardware:deed.reboot'),
          tone: 'danger',
          run: () => reboot.ask(params),
          done: t('hardware:deed.rebootAsked', { name: device.name }),
        }),
    })
  return {
    actions,
    reload: there && canOn(hardwareLive.reload, device) ? () => void reload.ask(params).catch(report) : undefined,
    reloading: reload.requesting || reload.open,
    takeBackup,
    takingBackup: backup.requesting || backup.open,
    ends: (
      <>
        {[reboot, backup, reload].map((deed, at) => (
          <CommandEnd key={at} of={deed.command} onClose={deed.clear} />
        ))}
      </>
    ),
    script,
    dialog: (
      <>
        {question.dialog}
        {scripts && device ? (
          <Suspense fallback={null}>
            <BootstrapDialog device={device} onClose={() => setScripts(false)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
