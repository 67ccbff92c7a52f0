import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './hardware.module.css'

/** What was read from a device, and when; or that it never was, and what is missing for it. */
export function ReadingCard({ device }: { device: HardwareDevice }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { readOnly: read, management } = device
  const fault = read.last_error ? (
    <p className={classes.alarm}>
      {t('hardware:reading.error')} <strong>{read.last_error}</strong>{' '}
      {read.last_error_at ? (
        <span className={classes.quiet}>
          <RelativeTime value={read.last_error_at} />
        </span>
      ) : null}
    </p>
  ) : null
  if (read.polled_at === null)
    return (
      <Card title={t('hardware:reading.title')}>
        <div className={classes.never}>
          <IconPlugConnectedX size={20} aria-hidden="true" />
          <div>
            <p className={classes.neverTitle}>{t('hardware:reading.never')}</p>
            <p className={classes.quiet}>
              {management && management.address === null && management.vpn_dialup_id === null
                ? t('hardware:reading.noConnection')
                : t('hardware:reading.neverText')}
            </p>
          </div>
        </div>
        {fault}
      </Card>
    )
  const memory =
    read.memory_total === null || read.memory_free === null
      ? null
      : t('hardware:reading.memoryOf', {
          used: bytesText(read.memory_total - read.memory_free, language),
          total: bytesText(read.memory_total, language),
        })
  return (
    <Card
      title={t('hardware:reading.title')}
      actions={
        <span className={classes.quiet}>
          {t('hardware:reading.at')} <RelativeTime value={read.polled_at} />
        </span>
      }
    >
      {fault}
      <FactList
        facts={[
          { label: t('hardware:reading.identity'), value: read.identity },
          { label: t('hardware:reading.board'), value: read.board },
          { label: t('hardware:reading.serial_number'), value: read.serial_number },
          { label: t('hardware:reading.routeros_version'), value: read.routeros_version },
          { label: t('hardware:reading.firmware'), value: read.firmware },
          {
            label: t('hardware:reading.uptime'),
            value: read.uptime_seconds === null ? null : durationText(read.uptime_seconds, language),
          },
          { label: t('hardware:reading.cpu'), value: read.cpu_load === null ? null : `${read.cpu_load} %` },
          { label: t('hardware:reading.memory'), value: memory },
          { label: t('hardware:reading.wan_address'), value: read.wan_address },
          { label: t('hardware:reading.polled_at'), value: <Time value={read.polled_at} /> },
        ]}
      />
    </Card>
  )
}
