import { Button, VisuallyHidden } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiNetwork, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { IconDownload, IconEdit, IconQrcode, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { Ago } from '../devices/freshness.tsx'
import { CommandResult } from './command-results.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { canJoinByCode } from './join-text.ts'
import { differenceText, settingText, stateTones } from './network-text.ts'
import type { SiteWifi } from './use-site-wifi.ts'
import { useNetworkCommands } from './use-network-commands.tsx'
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
  const { siteId } = page
  const commands = useNetworkCommands(of, siteId)
  const [joinOpened, setJoinOpened] = useState(false)
  const fact = (field: keyof WifiNetwork) => ({
    label: t(`wifi:field.${field}`),
    value: settingText(of, field, t, language),
  })
  const count = (label: string, list: string, value: number) => ({
    label,
    value: (
      <TextLink {...withNetwork(list, of.ssid)} display="inline-block" miw={24} py={4}>
        {value.toLocaleString(language)}
      </TextLink>
    ),
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
          {/* Several devices of a site may have a network of this name. */}
          <VisuallyHidden>{t('wifi:points.on', { name: of.hardware_name })}</VisuallyHidden>
        </span>
      }
      actions={
        <NetworkButtons of={of} page={page} onJoin={() => setJoinOpened(true)} onRemove={commands.confirmRemoval} />
      }
    >
      <div className={layout.stack}>
        <NetworkNote of={of} />
        {of.state === 'same' ? null : <p className={classes.text}>{t(`wifi:stateText.${of.state}`)}</p>}
        <DifferenceTable rows={of.differences.map((one) => differenceText(one, of, t, language))} />
        {page.may(wifi.push) ? (
          <div className={layout.buttons}>
            <Button
              variant={of.state === 'differs' || of.state === 'missing' ? 'filled' : 'default'}
              size="compact-md"
              leftSection={actionIcon(IconUpload)}
              loading={commands.pushing}
              // Where the device has the desired settings, there is nothing to apply.
              disabled={commands.busy || of.state === 'same'}
              onClick={commands.push}
            >
              {t('wifi:push')}
            </Button>
            {of.state === 'same' ? null : (
              <Button
                variant="default"
                size="compact-md"
                leftSection={actionIcon(IconDownload)}
                loading={commands.pulling}
                disabled={commands.busy}
                onClick={commands.confirmPull}
              >
                {t('wifi:pull.action')}
              </Button>
            )}
          </div>
        ) : null}
        {commands.shown === undefined ? null : (
          <CommandResult id={commands.shown} hardwareId={of.hardware_id} onClose={commands.closeShown} />
        )}
        <FactList
          facts={[
            ...fields.map(fact),
            ...(of.is_guest ? [fact('schedule')] : []),
            count(t('wifi:points.title'), wifiPaths.accessPoints(siteId), of.access_points),
            count(t('wifi:field.clients'), wifiPaths.clients(siteId), of.clients),
          ]}
        />
      </div>
      {commands.dialog}
      <Suspense fallback={null}>
        {joinOpened ? <JoinDialog of={of} siteId={siteId} onClose={() => setJoinOpened(false)} /> : null}
      </Suspense>
    </Card>
  )
}

/** The buttons of a network: its join code, its form, and its removal. */
function NetworkButtons({
  of,
  page,
  onJoin,
  onRemove,
}: {
  of: WifiSetting
  page: SiteWifi
  onJoin: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={layout.buttons}>
      {page.may(wifi.reveal) && canJoinByCode(of) ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={actionIcon(IconQrcode)}
          aria-label={t('wifi:join.of', { name: of.ssid })}
          onClick={onJoin}
        >
          {t('wifi:join.open')}
        </Button>
      ) : null}
      {page.may(wifi.update) ? (
        <LinkButton
          variant="default"
          size="compact-md"
          to={wifiPaths.update(page.siteId, of.id)}
          leftSection={actionIcon(IconEdit)}
          aria-label={t('common:record.updateTitle', { name: of.ssid })}
        >
          {t('common:record.action.edit')}
        </LinkButton>
      ) : null}
      {page.may(wifi.destroy) ? (
        <ActionMenu
          label={t('common:record.action.more')}
          size="compact-md"
          actions={[
            {
              key: 'remove',
              label: t('wifi:remove.action'),
              icon: actionIcon(IconTrash),
              tone: 'danger',
              onClick: onRemove,
            },
          ]}
        />
      ) : null}
    </div>
  )
}

/** The device of a network, and when its values were read and applied. */
function NetworkNote({ of }: { of: WifiSetting }) {
  const { t } = useTranslation()
  return (
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
  )
}
