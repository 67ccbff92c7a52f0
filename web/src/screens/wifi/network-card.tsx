import { Button } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { IconDownload, IconEdit, IconQrcode, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { errorText } from '../../ui/error-text.ts'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { Ago } from '../devices/freshness.tsx'
import { isOpen } from '../devices/command-words.ts'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { DifferenceTable } from './difference-table.tsx'
import { canJoinByCode } from './join-text.ts'
import { LiveEnd } from './live-end.tsx'
import { useRemoval } from './use-removal.tsx'
import type { SiteWifi } from './use-site-wifi.ts'
import { ofNetwork, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'
import { fieldText, stateTones } from './words.ts'

const JoinDialog = lazy(() => loadChunk(() => import('./join-dialog.tsx')))

const sign = { size: 16, 'aria-hidden': true } as const

/** A network that the panel keeps: what is wanted, how the device stands to it, and what to do about that. */
export function NetworkCard({ of, page }: { of: WifiSetting; page: SiteWifi }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const question = useQuestion()
  const { siteId } = page
  const { hardware_id: hardwareId } = of
  const params = { params: { id: siteId, settingId: of.id } }
  const [joins, setJoins] = useState(false)
  const [put, setPut] = useState<number>()
  const push = useDeviceCommand(wifi.push, { hardwareId })
  const pull = useDeviceCommand(wifi.pull, { hardwareId })
  const removal = useRemoval(of, siteId)
  // The newest, whoever asked for it: one of somebody else is shown while it runs, and where it failed.
  const requested = Math.max(push.id ?? 0, pull.id ?? 0, removal.id ?? 0)
  const theirs = of.last_command
  const tells = theirs && (isOpen(theirs.state) || (failedStates as readonly string[]).includes(theirs.state))
  const shown = Math.max(requested, tells ? theirs.id : 0)
  const busy = push.open || pull.open || (theirs !== null && isOpen(theirs.state))
  const report = (error: unknown) => notify.error(errorText(error, t))

  const askPull = () =>
    question.ask({
      title: t('wifi:pull.title', { name: of.ssid }),
      text: t(of.state === 'missing' ? 'wifi:pull.missing' : 'wifi:pull.text', { device: of.hardware_name }),
      confirmLabel: t('wifi:pull.action'),
      run: () => pull.ask({ ...params, body: { version: of.version } }),
      done: t('wifi:sent'),
    })
  const describe = (field: Parameters<typeof fieldText>[1]) => fieldText(of, field, t, language)
  const facts: Fact[] = [
    { label: t('wifi:field.encryption'), value: describe('encryption') },
    { label: t('wifi:field.bands'), value: describe('bands') },
    { label: t('wifi:field.channel_width'), value: describe('channel_width') },
    { label: t('wifi:field.frequencies'), value: describe('frequencies') },
    { label: t('wifi:field.country'), value: describe('country') },
    { label: t('wifi:field.vlan_id'), value: describe('vlan_id') },
    { label: t('wifi:field.client_isolation'), value: describe('client_isolation') },
    ...(of.is_guest ? [{ label: t('wifi:field.schedule'), value: describe('schedule') }] : []),
    {
      label: t('wifi:controller.points'),
      value: (
        <TextLink {...ofNetwork(wifiPaths.accessPoints(siteId), of.ssid)}>
          {of.access_points.toLocaleString(language)}
        </TextLink>
      ),
    },
    {
      label: t('wifi:controller.clients'),
      value: (
        <TextLink {...ofNetwork(wifiPaths.clients(siteId), of.ssid)}>{of.clients.toLocaleString(language)}</TextLink>
      ),
    },
  ]
  const mayWrite = page.may(wifi.push)

  return (
    <Card
      title={
        <span className={classes.named}>
          {of.ssid}
          <StatusBadge tone={stateTones[of.state]}>{t(`wifi:state.${of.state}`)}</StatusBadge>
          {of.is_enabled ? null : <StatusBadge>{t('wifi:isOff')}</StatusBadge>}
          {of.hidden ? <StatusBadge>{t('wifi:isHidden')}</StatusBadge> : null}
          {of.is_guest ? <StatusBadge tone="info">{t('wifi:isGuest')}</StatusBadge> : null}
        </span>
      }
      actions={
        <div className={classes.deeds}>
          {page.may(wifi.reveal) && canJoinByCode(of) ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconQrcode {...sign} />}
              aria-label={t('wifi:join.of', { name: of.ssid })}
              onClick={() => setJoins(true)}
            >
              {t('wifi:join.open')}
            </Button>
          ) : null}
          {page.may(wifi.update) ? (
            <LinkButton
              variant="default"
              size="compact-md"
              to={wifiPaths.update(siteId, of.id)}
              leftSection={<IconEdit {...sign} />}
              aria-label={t('wifi:editOf', { name: of.ssid })}
            >
              {t('wifi:edit')}
            </LinkButton>
          ) : null}
          {page.may(wifi.destroy) ? (
            <ActionMenu
              label={t('wifi:more')}
              actions={[
                {
                  key: 'remove',
                  label: t('wifi:remove.action'),
                  icon: <IconTrash {...sign} />,
                  tone: 'danger',
                  onClick: removal.open,
                },
              ]}
            />
          ) : null}
        </div>
      }
    >
      <div className={classes.stack}>
        <p className={classes.quiet}>
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
        {of.state === 'same' ? null : <p className={classes.plain}>{t(`wifi:stateText.${of.state}`)}</p>}
        <DifferenceTable of={of} />
        {mayWrite ? (
          <div className={classes.deeds}>
            <Button
              variant={of.state === 'differs' || of.state === 'missing' ? 'filled' : 'default'}
              size="compact-md"
              leftSection={<IconUpload {...sign} />}
              loading={push.requesting}
              disabled={busy}
              onClick={() => void push.ask({ ...params, body: { version: of.version } }).catch(report)}
            >
              {t('wifi:push.action')}
            </Button>
            {of.state === 'same' ? null : (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconDownload {...sign} />}
                loading={pull.requesting}
                disabled={busy}
                onClick={askPull}
              >
                {t('wifi:pull.action')}
              </Button>
            )}
          </div>
        ) : null}
        {shown > 0 && shown !== put ? (
          <LiveEnd id={shown} hardwareId={hardwareId} onClose={() => setPut(shown)} />
        ) : null}
        <FactList facts={facts} />
      </div>
      {question.dialog}
      {removal.dialog}
      <Suspense fallback={null}>
        {joins ? <JoinDialog of={of} siteId={siteId} onClose={() => setJoins(false)} /> : null}
      </Suspense>
    </Card>
  )
}
