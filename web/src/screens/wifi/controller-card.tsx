import { Button } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { IconPower, IconRotateClockwise } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { Ago } from '../devices/freshness.tsx'
import { DeviceName } from '../devices/names.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { CommandResult } from './command-results.tsx'
import { bandsText } from './network-text.ts'
import type { SiteWifi } from './use-site-wifi.ts'
import { withController, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

/** A Wi-Fi system of a device: its numbers, and for a controller the buttons to switch it and to provision its access points. */
export function ControllerCard({ of, page }: { of: WifiController; page: SiteWifi }) {
  const { t, i18n } = useTranslation()
  const question = useQuestion()
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const { hardware_id: hardwareId, stack } = of
  const power = useDeviceCommand(wifi.controllerSwitch, { hardwareId })
  const provision = useDeviceCommand(wifi.controllerProvision, { hardwareId })
  const last = (power.id ?? 0) > (provision.id ?? 0) ? power : provision
  const params = { id: page.siteId }
  const controller = { hardware_id: hardwareId, stack }
  const isController = stack === 'caps-man' || stack === 'wifi-capsman'

  const confirm = (key: 'on' | 'off' | 'provision', run: () => Promise<unknown>) => {
    const text = t(`wifi:controller.${key}Text`, {
      name: of.hardware_name,
      points: number(of.access_points),
      count: of.access_points,
    })
    const drops = key !== 'on' && of.clients > 0 ? ` ${t('wifi:controller.drops', { count: of.clients })}` : ''
    question.confirm({
      title: t(`wifi:controller.${key}Title`, { name: of.hardware_name }),
      text: text + drops,
      confirmLabel: t(`wifi:controller.${key}`),
      tone: key === 'on' ? 'normal' : 'danger',
      run,
      done: t('wifi:sent'),
    })
  }
  const powerKey = of.is_enabled ? 'off' : 'on'
  const switchPower = () =>
    power.enqueue({
      params,
      body: { ...controller, is_enabled: !of.is_enabled, seen: { is_enabled: of.is_enabled } },
    })

  return (
    <article className={classes.controller} aria-label={`${of.hardware_name}: ${t(`wifi:stack.${stack}`)}`}>
      <div className={classes.inline}>
        <h2 className={classes.cardTitle}>
          <DeviceName of={of} />
        </h2>
        {of.is_online === false ? <StatusBadge tone="bad">{t('wifi:controller.offline')}</StatusBadge> : null}
        {of.is_enabled === null ? null : (
          <StatusBadge tone={of.is_enabled ? 'good' : 'neutral'}>
            {t(of.is_enabled ? 'wifi:controller.isOn' : 'wifi:controller.isOff')}
          </StatusBadge>
        )}
      </div>
      <p className={layout.smallNote}>{t(`wifi:stack.${stack}`)}</p>
      <FactList
        facts={[
          ...(isController ? [{ label: t('wifi:controller.caps'), value: number(of.remote_caps) }] : []),
          { label: t('wifi:controller.radios'), value: number(of.radios) },
          {
            label: t('wifi:points.title'),
            value: (
              <TextLink {...withController(wifiPaths.accessPoints(page.siteId), hardwareId)}>
                {number(of.access_points)}
              </TextLink>
            ),
          },
          {
            label: t('wifi:field.clients'),
            value: (
              <TextLink {...withController(wifiPaths.clients(page.siteId), hardwareId)}>{number(of.clients)}</TextLink>
            ),
          },
          { label: t('wifi:field.bands'), value: of.bands.length === 0 ? null : bandsText(of.bands, t) },
          { label: t('wifi:field.read_at'), value: of.read_at ? <Ago at={of.read_at} /> : t('wifi:fresh.neverShort') },
        ]}
      />
      {isController && page.may(wifi.controllerSwitch) ? (
        <div className={layout.buttons}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={actionIcon(IconPower)}
            loading={power.requesting}
            disabled={power.open}
            onClick={() => confirm(powerKey, switchPower)}
          >
            {t(`wifi:controller.${powerKey}`)}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={actionIcon(IconRotateClockwise)}
            loading={provision.requesting}
            disabled={provision.open || of.is_enabled === false}
            onClick={() => confirm('provision', () => provision.enqueue({ params, body: controller }))}
          >
            {t('wifi:controller.provision')}
          </Button>
        </div>
      ) : null}
      {last.id === undefined ? null : <CommandResult id={last.id} hardwareId={hardwareId} onClose={last.clear} />}
      {question.dialog}
    </article>
  )
}
