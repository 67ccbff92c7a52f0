import { Checkbox } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { useQuestion } from '../../ui/question.tsx'
import { followCommand } from '../devices/follow.ts'
import classes from './wifi.module.css'

/** Takes a network out of the panel, from its device too where that is chosen. */
export function useRemoval(
  of: WifiSetting,
  siteId: number,
): {
  open: () => void
  /** The command to the device, where one was asked for. */
  id: number | undefined
  /** Has to stand in the page. */
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const question = useQuestion()
  const destroy = useCommand(wifi.destroy)
  const fromDevice = useRef(false)
  const [id, setId] = useState<number>()
  const run = async () => {
    const { data } = await destroy.run({
      params: { id: siteId, settingId: of.id },
      query: { version: of.version, ...(fromDevice.current ? { device: '1' } : {}) } as never,
    })
    if (!data.command) return
    setId(data.command.id)
    followCommand(data.command.id, of.hardware_id)
  }
  return {
    open: () => {
      fromDevice.current = false
      question.ask({
        title: t('wifi:remove.title', { name: of.ssid }),
        text: (
          <div className={classes.stack}>
            <p className={classes.plain}>{t('wifi:remove.text', { device: of.hardware_name })}</p>
            <Checkbox
              label={t('wifi:remove.device')}
              description={t('wifi:remove.deviceText', { count: of.access_points })}
              onChange={(event) => (fromDevice.current = event.currentTarget.checked)}
            />
          </div>
        ),
        confirmLabel: t('wifi:remove.action'),
        tone: 'danger',
        run,
        done: t('wifi:remove.done', { name: of.ssid }),
      })
    },
    id,
    dialog: question.dialog,
  }
}
