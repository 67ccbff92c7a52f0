import { Button, Checkbox } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiNetwork, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { IconDownload, IconEdit, IconQrcode, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { errorText } from '../../ui/error-text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { Ago } from '../devices/freshness.tsx'
import { isOpen } from '../devices/command-words.ts'
import { followCommand } from '../devices/follow.ts'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { CommandResult } from './command-results.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { canJoinByCode } from './join-text.ts'
import { differenceText, settingText, stateTones } from './network-text.ts'
import type { SiteWifi } from './use-site-wifi.ts'
import { withNetwork, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

const JoinDialog = lazy(() => loadChunk(() => import('./join-dialog.tsx')))

const fields: readonly (keyof WifiNetwork)[] = [
  'encryption',
  'bands',
  'channel_width',
  'frequencies',
  'country',
  'vlan_id',
  'client_isolation',
]

/** A managed network: its desired settings, how the device differs from them, and the actions to bring both in sync. */
export function NetworkCard({ of, page }: { of: WifiSetting; page: SiteWifi }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const question = useQuestion()
  const { siteId } = page
  const { hardware_id: hardwareId, last_command: lastCommand } = of
  const params = { id: siteId, settingId: of.id }
  const [joinOpened, setJoinOpened] = useState(false)
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
    question.ask({
      title: t('wifi:pull.title', { name: of.ssid }),
      text: t(of.state === 'missing' ? 'wifi:pull.missing' : 'wifi:pull.text', { device: of.hardware_name }),
      confirmLabel: t('wifi:pull.action'),
      run: () => pull.ask({ params, body: { version: of.version } }),
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
    question.ask({
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
  const fact = (field: keyof WifiNetwork) => ({
    label: t(`wifi:field.${field}`),
    value: settingText(of, field, t, language),
  })
  const count = (label: string, list: string, value: number) => ({
    label,
    value: <TextLink {...withNetwork(list, of.ssid)}>{value.toLocaleString(language)}</TextLink>,
  })

  return (
    <Card
      title={
        <span className={classes.inline}>
          {of.ssid}
          <StatusBadge tone={stateTones[of.state]}>{t(`wifi:state.${of.state}`)}</StatusBadge>
          {of.is_enabled ? null : <StatusBadge>{t('wifi:isOff')}</StatusBadge>}
          {of.hidden ? <StatusBadge>{t('wifi:field.hidden')}</StatusBadge> : null}
          {of.is_guest ? <StatusBadge tone="info">{t('wifi:isGuest')}</StatusBadge> : null}
        </span>
      }
      actions={
        <div className={layout.buttons}>
          {page.may(wifi.reveal) && canJoinByCode(of) ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={actionIcon(IconQrcode)}
              aria-label={t('wifi:join.of', { name: of.ssid })}
              onClick={() => setJoinOpened(true)}
            >
              {t('wifi:join.open')}
            </Button>
          ) : null}
          {page.may(wifi.update) ? (
            <LinkButton
              variant="default"
              size="compact-md"
              to={wifiPaths.update(siteId, of.id)}
              leftSection={actionIcon(IconEdit)}
              aria-label={t('common:record.updateTitle', { name: of.ssid })}
            >
              {t('common:record.action.edit')}
            </LinkButton>
          ) : null}
          {page.may(wifi.destroy) ? (
            <ActionMenu
              label={t('common:record.action.more')}
              actions={[
                {
                  key: 'remove',
                  label: t('wifi:remove.action'),
                  icon: actionIcon(IconTrash),
                  tone: 'danger',
                  onClick: confirmRemoval,
                },
              ]}
            />
          ) : null}
        </div>
      }
    >
      <div className={layout.stack}>
        <p className={layout.smallNote}>
          {of.hardware_name} · {t(`wifi:stack.${of.stack}`)}
          {of.controller_status === 'disabled' ? ` · ${t('wifi:controller.isOff')}` : ''}
          {of.read_at ? (
            <>
              {' '}
              · {t('devices:fresh.at')} <Ago at={of.read_at} />
            </>
          ) : null}
          {of.pushed_at ? (
            <>
              {' '}
              · {t('wifi:pushed')} <Ago at={of.pushed_at} />
            </>
          ) : null}
        </p>
        {of.state === 'same' ? null : <p className={classes.text}>{t(`wifi:stateText.${of.state}`)}</p>}
        <DifferenceTable rows={of.differences.map((one) => differenceText(one, of, t, language))} />
        {page.may(wifi.push) ? (
          <div className={layout.buttons}>
            <Button
              variant={of.state === 'differs' || of.state === 'missing' ? 'filled' : 'default'}
              size="compact-md"
              leftSection={actionIcon(IconUpload)}
              loading={push.requesting}
              disabled={busy}
              onClick={() =>
                void push
                  .ask({ params, body: { version: of.version } })
                  .catch((error: unknown) => notify.error(errorText(error, t)))
              }
            >
              {t('wifi:push')}
            </Button>
            {of.state === 'same' ? null : (
              <Button
                variant="default"
                size="compact-md"
                leftSection={actionIcon(IconDownload)}
                loading={pull.requesting}
                disabled={busy}
                onClick={confirmPull}
              >
                {t('wifi:pull.action')}
              </Button>
            )}
          </div>
        ) : null}
        {shown > 0 && shown !== closed ? (
          <CommandResult id={shown} hardwareId={hardwareId} onClose={() => setClosed(shown)} />
        ) : null}
        <FactList
          facts={[
            ...fields.map(fact),
            ...(of.is_guest ? [fact('schedule')] : []),
            count(t('wifi:points.title'), wifiPaths.accessPoints(siteId), of.access_points),
            count(t('wifi:field.clients'), wifiPaths.clients(siteId), of.clients),
          ]}
        />
      </div>
      {question.dialog}
      <Suspense fallback={null}>
        {joinOpened ? <JoinDialog of={of} siteId={siteId} onClose={() => setJoinOpened(false)} /> : null}
      </Suspense>
    </Card>
  )
}
