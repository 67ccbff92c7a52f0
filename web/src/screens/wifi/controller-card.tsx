import { Button } from '@mantine/core'
import { hardware } from '@trunkline/contract/resources/hardware'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { IconPower, IconRotateClockwise } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { Ago } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { LiveEnd } from './live-end.tsx'
import type { SiteWifi } from './use-site-wifi.ts'
import { wifiPaths, ofDevice } from './wifi-paths.ts'
import classes from './wifi.module.css'
import { bandsText } from './words.ts'

/** Whether a system is a controller, with other devices under it. */
export const isController = ({ stack }: Pick<WifiController, 'stack'>): boolean =>
  stack === 'caps-man' || stack === 'wifi-capsman'

/** A system that sends the Wi-Fi of a site: what is under it, and what can be done with all of that at once. */
export function ControllerCard({ of, page }: { of: WifiController; page: SiteWifi }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const question = useQuestion()
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const { hardware_id: hardwareId } = of
  const status = useDeviceCommand(wifi.controllerSwitch, { hardwareId })
  const provision = useDeviceCommand(wifi.controllerProvision, { hardwareId })
  const last = (status.id ?? 0) > (provision.id ?? 0) ? status : provision
  const params = { params: { id: page.siteId } }
  const named = { hardware_id: hardwareId, stack: of.stack }
  const reach = { name: of.hardware_name, points: number(of.access_points), clients: number(of.clients) }

  const readStatuses = () =>
    question.ask({
      title: t(of.is_enabled ? 'wifi:controller.offTitle' : 'wifi:controller.onTitle', reach),
      text: (
        <>
          <p className={classes.plain}>
            {t(of.is_enabled ? 'wifi:controller.offText' : 'wifi:controller.onText', {
              ...reach,
              count: of.access_points,
            })}
          </p>
          {of.is_enabled && of.clients > 0 ? (
            <p className={classes.plain}>{t('wifi:controller.drops', { count: of.clients })}</p>
          ) : null}
        </>
      ),
      confirmLabel: t(of.is_enabled ? 'wifi:controller.off' : 'wifi:controller.on'),
      tone: of.is_enabled ? 'danger' : 'normal',
      run: () =>
        status.ask({ ...params, body: { ...named, is_enabled: !of.is_enabled, seen: { is_enabled: of.is_enabled } } }),
      done: t('wifi:sent'),
    })
  const askProvision = () =>
    question.ask({
      title: t('wifi:controller.provisionTitle', reach),
      text: (
        <>
          <p className={classes.plain}>{t('wifi:controller.provisionText', { ...reach, count: of.access_points })}</p>
          {of.clients > 0 ? <p className={classes.plain}>{t('wifi:controller.drops', { count: of.clients })}</p> : null}
        </>
      ),
      confirmLabel: t('wifi:controller.provision'),
      tone: 'danger',
      run: () => provision.ask({ ...params, body: named }),
      done: t('wifi:sent'),
    })

  const controls = isController(of)
  const toPoints = ofDevice(wifiPaths.accessPoints(page.siteId), hardwareId)
  const toClients = ofDevice(wifiPaths.clients(page.siteId), hardwareId)
  return (
    <article className={classes.controller} aria-label={`${of.hardware_name}: ${t(`wifi:stack.${of.stack}`)}`}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>
          {can(hardware.show) ? (
            <TextLink to={paths.hardware.detail(hardwareId)} inherit>
              {of.hardware_name}
            </TextLink>
          ) : (
            of.hardware_name
          )}
        </h2>
        {of.is_online === false ? <StatusBadge tone="bad">{t('wifi:controller.offline')}</StatusBadge> : null}
        {of.is_enabled === null ? null : (
          <StatusBadge tone={of.is_enabled ? 'good' : 'neutral'}>
            {t(of.is_enabled ? 'wifi:controller.isOn' : 'wifi:controller.isOff')}
          </StatusBadge>
        )}
      </div>
      <p className={classes.quiet}>{t(`wifi:stack.${of.stack}`)}</p>
      <FactList
        facts={[
          ...(controls ? [{ label: t('wifi:controller.caps'), value: number(of.remote_caps) }] : []),
          { label: t('wifi:controller.radios'), value: number(of.radios) },
          {
            label: t('wifi:controller.points'),
            value: <TextLink {...toPoints}>{number(of.access_points)}</TextLink>,
          },
          { label: t('wifi:controller.clients'), value: <TextLink {...toClients}>{number(of.clients)}</TextLink> },
          { label: t('wifi:field.bands'), value: of.bands.length === 0 ? null : bandsText(of.bands, t) },
          {
            label: t('wifi:fresh.age'),
            value: of.read_at ? <Ago at={of.read_at} /> : t('wifi:fresh.neverShort'),
          },
        ]}
      />
      {controls && page.may(wifi.controllerSwitch) ? (
        <div className={classes.deeds}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPower size={16} aria-hidden="true" />}
            loading={status.requesting}
            disabled={status.open}
            onClick={readStatuses}
          >
            {t(of.is_enabled ? 'wifi:controller.off' : 'wifi:controller.on')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconRotateClockwise size={16} aria-hidden="true" />}
            loading={provision.requesting}
            disabled={provision.open || of.is_enabled === false}
            onClick={askProvision}
          >
            {t('wifi:controller.provision')}
          </Button>
        </div>
      ) : null}
      {last.id === undefined ? null : <LiveEnd id={last.id} hardwareId={hardwareId} onClose={last.clear} />}
      {question.dialog}
    </article>
  )
}
