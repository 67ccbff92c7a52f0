import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type LiveState } from '@trunkline/contract/resources/hardware-live'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList, NotSet, type Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import devices from '../devices/devices.module.css'
import { Freshness } from '../devices/freshness.tsx'
import { Meter } from '../devices/meter.tsx'
import { useWatch } from '../devices/use-watch.ts'
import { bitsText } from '../lan/traffic-values.ts'
import { CertificateNotice } from './certificate-notice.tsx'
import classes from './hardware.module.css'

/** Readings are told as they come; this is for when they are not. */
const lookEvery = 15_000

/** The device as it was read last, kept fresh while somebody looks. */
export function useLiveState(id: number) {
  const watches = useWatch(id) !== undefined
  return useCall(hardwareLive.live, { params: { id } }, { row: id, ...(watches ? { every: lookEvery } : {}) })
}

const usedPart = (free: number | null, total: number | null) =>
  free === null || total === null || total === 0 ? null : (total - free) / total

function Resources({ of }: { of: LiveState }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const used = (free: number | null, total: number | null) =>
    free === null || total === null
      ? '–'
      : t('hardware:live.usedOf', { used: bytesText(total - free, language), total: bytesText(total, language) })
  return (
    <div className={devices.meters}>
      <Meter
        label={t('hardware:live.cpu')}
        part={of.cpu_load === null ? null : of.cpu_load / 100}
        text={
          of.cpu_load === null
            ? '–'
            : of.cpu_count === null
              ? `${of.cpu_load} %`
              : t('hardware:live.cpuOf', { load: of.cpu_load, count: of.cpu_count })
        }
      />
      <Meter
        label={t('hardware:live.memory')}
        part={usedPart(of.memory_free, of.memory_total)}
        text={used(of.memory_free, of.memory_total)}
      />
      <Meter
        label={t('hardware:live.disk')}
        part={usedPart(of.disk_free, of.disk_total)}
        text={used(of.disk_free, of.disk_total)}
      />
    </div>
  )
}

/** Versions, and whether newer ones wait. */
function useVersions(of: LiveState): Fact[] {
  const { t } = useTranslation()
  const waits = of.upgrade_firmware !== null && of.firmware !== null && of.upgrade_firmware !== of.firmware
  return [
    { label: t('hardware:reading.routeros_version'), value: of.routeros_version },
    {
      label: t('hardware:reading.firmware'),
      value:
        of.firmware === null ? null : (
          <span className={devices.words}>
            {of.firmware}
            {waits ? (
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

function Read({ of, device }: { of: LiveState; device: HardwareDevice }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const versions = useVersions(of)
  const number = (value: number | null, unit: string) =>
    value === null ? null : `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
  const other = device.serial_number !== null && of.serial_number !== null && device.serial_number !== of.serial_number
  return (
    <>
      <Resources of={of} />
      <FactList
        facts={[
          { label: t('hardware:reading.identity'), value: of.identity },
          { label: t('hardware:reading.board'), value: [of.board, of.architecture].filter(Boolean).join(' · ') },
          {
            label: t('hardware:reading.serial_number'),
            value:
              of.serial_number === null ? null : (
                <span className={devices.words}>
                  {of.serial_number}
                  {other ? <StatusBadge tone="bad">{t('hardware:live.otherSerial')}</StatusBadge> : null}
                </span>
              ),
          },
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
          ...versions,
          { label: t('hardware:live.temperature'), value: number(of.temperature, '°C') },
          { label: t('hardware:live.voltage'), value: number(of.voltage, 'V') },
          {
            label: t('hardware:live.certificate'),
            wide: true,
            value:
              of.seen_certificate === null ? (
                <NotSet label={t('ui:notSet')} />
              ) : (
                <span className={classes.fingerprint}>{of.seen_certificate}</span>
              ),
          },
        ]}
      />
    </>
  )
}

/** What was read from a device, and when; or that it never was, and what is missing for it. */
export function LiveCard({
  device,
  shown,
  reading,
  onRead,
  onScript,
}: {
  device: HardwareDevice
  shown: ReturnType<typeof useLiveState>
  /** It is being read on demand. */
  reading: boolean
  /** Reads it now; left out for those who may not. */
  onRead: (() => void) | undefined
  /** Offers a script for a router that the panel does not reach; left out for those who may not. */
  onScript: (() => void) | undefined
}) {
  const { t } = useTranslation()
  useMessages()
  const canOn = useRowCan()
  const of = shown.data?.data
  if (shown.error && !of)
    return (
      <Card title={t('hardware:reading.title')}>
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      </Card>
    )
  if (!of)
    return (
      <Card title={t('hardware:reading.title')}>
        <DetailSkeleton facts={8} />
      </Card>
    )
  return (
    <Card title={t('hardware:reading.title')}>
      {of.is_managed ? (
        <Freshness
          readAt={of.polled_at}
          readingError={
            of.error ? { readingError: of.error, message: of.last_error ? textOf(of.last_error) : '' } : null
          }
          reading={reading}
          onRead={onRead}
        />
      ) : (
        <div className={classes.never}>
          <div>
            <p className={classes.neverTitle}>{t('hardware:live.unmanaged')}</p>
            <p className={classes.quiet}>
              {canOn(hardwareLive.reload, device) ? (
                <TextLink to={paths.hardware.update(device.id)}>{t('hardware:live.connect')}</TextLink>
              ) : (
                t('hardware:reading.neverText')
              )}
            </p>
            {onScript ? (
              <Button variant="default" mt="xs" onClick={onScript}>
                {t('hardware:deed.script')}
              </Button>
            ) : null}
          </div>
        </div>
      )}
      <CertificateNotice of={of} device={device} onAccepted={onRead} />
      {of.polled_at === null ? null : <Read of={of} device={device} />}
    </Card>
  )
}
