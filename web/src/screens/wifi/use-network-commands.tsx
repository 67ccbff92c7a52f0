import { Checkbox } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { isOpen } from '../devices/command-words.ts'
import { followCommand } from '../devices/follow.ts'
import { useDeviceCommand } from '../devices/use-device-command.ts'

/** Applies a network to its device, adopts the device's values, and removes the network; and the newest command. */
export function useNetworkCommands(of: WifiSetting, siteId: number) {
  const { t } = useTranslation()
  const question = useQuestion()
  const { hardware_id: hardwareId, last_command: lastCommand } = of
  const params = { id: siteId, settingId: of.id }
  const [closed, setClosed] = useState<number>()
  const push = useDeviceCommand(wifi.push, { hardwareId })
  const pull = useDeviceCommand(wifi.pull, { hardwareId })
  const destroy = useCommand(wifi.destroy)
  const fromDevice = useRef(false)
  const [removal, setRemoval] = useState<number>()
  // The newest command is shown; one of another user only while it runs, or if it failed.
  const failed: readonly string[] = failedStates
  const showsLast = lastCommand && (isOpen(lastCommand.state) || failed.includes(lastCommand.state))
  const shown = Math.max(push.id ?? 0, pull.id ?? 0, removal ?? 0, showsLast ? lastCommand.id : 0)
  const busy = push.open || pull.open || (lastCommand !== null && isOpen(lastCommand.state))

  const confirmPull = () =>
    question.confirm({
      title: t('wifi:pull.title', { name: of.ssid }),
      text: t(of.state === 'missing' ? 'wifi:pull.missing' : 'wifi:pull.text', { device: of.hardware_name }),
      confirmLabel: t('wifi:pull.action'),
      run: () => pull.enqueue({ params, body: { version: of.version } }),
      done: t('wifi:sent'),
    })
  const remove = async () => {
    const { data } = await destroy.run({
      params,
      query: { version: of.version, ...(fromDevice.current ? { device: '1' } : {}) } as never,
    })
    if (!data.command) return
    setRemoval(data.command.id)
    followCommand(data.command.id, hardwareId)
  }
  const confirmRemoval = () => {
    fromDevice.current = false
    question.confirm({
      title: t('wifi:remove.title', { name: of.ssid }),
      text: (
        <div className={layout.stack}>
          <span>{t('wifi:remove.text', { device: of.hardware_name })}</span>
          <Checkbox
            label={t('wifi:remove.device')}
            description={t('wifi:remove.deviceText', { count: of.access_points })}
            onChange={(event) => (fromDevice.current = event.currentTarget.checked)}
          />
        </div>
      ),
      confirmLabel: t('wifi:remove.action'),
      tone: 'danger',
      run: remove,
      done: t('wifi:remove.done', { name: of.ssid }),
    })
  }

  return {
    push: () =>
      void push
        .enqueue({ params, body: { version: of.version } })
        .catch((error: unknown) => notify.error(errorText(error, t))),
    pushing: push.requesting,
    confirmPull,
    pulling: pull.requesting,
    confirmRemoval,
    /** A command runs. */
    busy,
    /** The id of the command whose result is shown. */
    shown: shown > 0 && shown !== closed ? shown : undefined,
    closeShown: () => setClosed(shown),
    dialog: question.dialog,
  }
}
