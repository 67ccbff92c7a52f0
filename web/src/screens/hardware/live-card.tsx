import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type LiveState } from '@trunkline/contract/resources/hardware-live'
import { Button, Loader, Text } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { FactList, NotSet, type Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import devices from '../devices/devices.module.css'
import { Freshness } from '../devices/freshness.tsx'
import { Meter } from '../devices/meter.tsx'
import { useWatch } from '../devices/use-watch.ts'
import { bitsText } from '../lan/traffic-values.ts'
import { CertificateNotice, SshKeyNotice } from './certificate-notice.tsx'
import classes from './hardware.module.css'
import { percentText } from './history-values.ts'

/** Milliseconds. The live channel announces readings; this is for when it is down. */
const refreshInterval = 15_000

/** The last readings of a device, updated while the page is open. */
export function useLiveState(id: number) {
  const isWatched = useWatch(id) !== undefined
  return useCall(hardwareLive.live, { params: { id } }, { row: id, ...(isWatched ? { every: refreshInterval } : {}) })
}

function Resources({ of }: { of: LiveState }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const load = of.cpu_load === null ? null : of.cpu_load / 100
  return (
    <div className={devices.meters}>
      <Meter
        label={t('hardware:live.cpu')}
        part={load}
        text={
          load === null
            ? '–'
            : of.cpu_count === null
              ? percentText(load, language)
              : t('hardware:live.cpuOf', { load: percentText(load, language), count: of.cpu_count })
        }
      />
      {(['memory', 'disk'] as const).map((part) => {
        const [free, total] = [of[`${part}_free`], of[`${part}_total`]]
        const isKnown = free !== null && total !== null
        return (
          <Meter
            key={part}
            label={t(`hardware:live.${part}`)}
            part={isKnown && total > 0 ? (total - free) / total : null}
            text={
              isKnown
                ? t('hardware:live.usedOf', {
                    used: bytesText(total - free, language),
                    total: bytesText(total, language),
                  })
                : '–'
            }
          />
        )
      })}
    </div>
  )
}

/** Versions, with a badge for a firmware upgrade that is available. */
function useVersions(of: LiveState): Fact[] {
  const { t } = useTranslation()
  const hasUpgrade = of.upgrade_firmware !== null && of.firmware !== null && of.upgrade_firmware !== of.firmware
  return [
    {
      label: t('hardware:reading.firmware'),
      value:
        of.firmware === null ? null : (
          <span className={layout.copied}>
            {of.firmware}
            {hasUpgrade ? (
              <StatusBadge tone="warning">{t('hardware:live.upgrade', { version: of.upgrade_firmware })}</StatusBadge>
            ) : null}
          </span>
        ),
    },
    { label: t('hardware:live.packages'), value: of.packages.join(', ') },
    {
      label: t('hardware:live.wifi'),
      value: of.wifi_stacks.map((stack) => t(`hardware:live.stack.${stack}`, { defaultValue: stack })).join(', '),
    },
  ]
}

/** What a glance at a device needs, beside its load. */
function useKeyFacts(of: LiveState): Fact[] {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return [
    {
      label: t('hardware:reading.uptime'),
      value: of.uptime_seconds === null ? null : durationText(of.uptime_seconds, language),
    },
    {
      label: t('hardware:live.traffic'),
      value:
        of.rx_bps === null || of.tx_bps === null
          ? null
          : t('hardware:live.both', { rx: bitsText(of.rx_bps, language), tx: bitsText(of.tx_bps, language) }),
    },
    { label: t('hardware:reading.wan_address'), value: of.wan_address },
    { label: t('hardware:reading.routeros_version'), value: of.routeros_version },
  ]
}

/** Identity, versions and sensors of a device, as it reported them last. */
export function ReadingsCard({ of, device }: { of: LiveState; device: HardwareDevice }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const versions = useVersions(of)
  const number = (value: number | null, unit: string) =>
    value === null ? null : `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
  return (
    <Card title={t('hardware:live.system')}>
      <FactList
        facts={[
          { label: t('hardware:reading.identity'), value: of.identity },
          { label: t('hardware:reading.board'), value: [of.board, of.architecture].filter(Boolean).join(' · ') },
          // Where it is that of the record, it is among its details.
          ...(of.serial_number !== null && of.serial_number !== device.serial_number
            ? [
                {
                  label: t('hardware:reading.serial_number'),
                  value: (
                    <span className={layout.copied}>
                      {of.serial_number}
                      {device.serial_number === null ? null : (
                        <StatusBadge tone="bad">{t('hardware:live.otherSerial')}</StatusBadge>
                      )}
                    </span>
                  ),
                },
              ]
            : []),
          ...versions,
          { label: t('hardware:live.temperature'), value: number(of.temperature, '°C') },
          { label: t('hardware:live.voltage'), value: number(of.voltage, 'V') },
          // Most devices have no others.
          ...(of.sensors.length > 2
            ? [
                {
                  label: t('hardware:live.sensors'),
                  wide: true,
                  value: of.sensors
                    .map(({ name, value, unit }) => `${name} ${number(value, unit === 'C' ? '°C' : unit)}`.trim())
                    .join(' · '),
                },
              ]
            : []),
          {
            label: t('hardware:live.certificate'),
            wide: true,
            value:
              of.seen_certificate === null ? (
                <NotSet label={t('ui:notSet')} />
              ) : (
                <span className={layout.code}>{of.seen_certificate}</span>
              ),
          },
        ]}
      />
    </Card>
  )
}

function KeyValues({ of }: { of: LiveState }) {
  const facts = useKeyFacts(of)
  return (
    <>
      <Resources of={of} />
      <FactList facts={facts} />
    </>
  )
}

/** Why the values may be from before a command: one is running, or none was read since the last one ended. */
function OutdatedNote({ of }: { of: LiveState }) {
  const { t } = useTranslation()
  const isRunning = of.open_commands > 0
  const isOld =
    of.last_command_at !== null && of.read_at !== null && Date.parse(of.last_command_at) > Date.parse(of.read_at)
  if (of.read_at === null || !(isRunning || isOld)) return null
  return (
    <p className={classes.outdated} role="status">
      <Loader size={14} aria-hidden="true" />
      {t(isRunning ? 'hardware:live.running' : 'hardware:live.outdated')}
    </p>
  )
}

/** The live status of a device with its age, or what is missing for a management connection. */
export function LiveCard({
  device,
  shown,
  reading,
  onRead,
  onScript,
}: {
  device: HardwareDevice
  shown: ReturnType<typeof useLiveState>
  /** A read that the user requested is running. */
  reading: boolean
  /** Reads the device now; undefined without the permission. */
  onRead: (() => void) | undefined
  /** Opens the setup script for a router that the panel can't reach; undefined without the permission. */
  onScript: (() => void) | undefined
}) {
  const { t } = useTranslation()
  useMessages()
  const canOn = useRowCan()
  return (
    <Card title={t('hardware:reading.title')}>
      <Loaded
        of={{ ...shown, data: shown.data?.data, error: shown.data ? null : shown.error }}
        skeleton={<DetailSkeleton facts={8} />}
      >
        {(of) => (
          <>
            {of.is_managed ? (
              <Freshness
                readAt={of.read_at ?? of.polled_at}
                readingError={
                  of.error ? { error: of.error, message: of.last_error ? textOf(of.last_error) : '' } : null
                }
                reading={reading}
                onRead={onRead}
              />
            ) : (
              <>
                <Text fw={550}>{t('hardware:live.unmanaged')}</Text>
                <p className={layout.note}>
                  {canOn(hardwareLive.reload, device) ? (
                    <TextLink to={paths.hardware.update(device.id)}>{t('hardware:live.connect')}</TextLink>
                  ) : (
                    t('hardware:reading.neverText')
                  )}
                </p>
                {onScript ? (
                  <Button variant="default" mt="xs" onClick={onScript}>
                    {t('hardware:action.script')}
                  </Button>
                ) : null}
              </>
            )}
            {of.is_managed && !of.error ? <OutdatedNote of={of} /> : null}
            <CertificateNotice of={of} device={device} onAccepted={onRead} />
            <SshKeyNotice of={of} device={device} onAccepted={onRead} />
            {of.read_at === null ? null : <KeyValues of={of} />}
          </>
        )}
      </Loaded>
    </Card>
  )
}
