import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'
import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { RecordColumn } from '../../record/record-columns.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { DeviceName } from '../devices/names.tsx'
import { channelText } from './channels.ts'
import { TwoLines } from './two-lines.tsx'

const tones: Record<AccessPoint['state'], Tone> = {
  running: 'good',
  idle: 'info',
  disabled: 'neutral',
  inactive: 'bad',
  unknown: 'neutral',
}

/**
 * The columns of access points.
 * @param loaded every row that was shown, by its id
 */
export function useAccessPointColumns(
  loaded: RefObject<ReadonlyMap<string, AccessPoint>>,
): RecordColumn<AccessPoint>[] {
  const { t } = useTranslation()
  /** The device that controls a row of another device, if a row of it was shown. */
  const controllerOf = (row: AccessPoint) =>
    [...loaded.current.values()].find(
      (one) =>
        !one.controlled_elsewhere &&
        one.hardware_id !== row.hardware_id &&
        (one.cap_hardware_id === row.hardware_id || (row.radio_mac !== null && one.radio_mac === row.radio_mac)),
    )
  const controlOf = (row: AccessPoint) => {
    if (!row.controlled_elsewhere) return row.dynamic && t('wifi:points.dynamic')
    const controller = controllerOf(row)
    if (!controller) return t('wifi:points.elsewhere')
    return (
      <>
        {t('wifi:points.controlledBy')} <DeviceName of={controller} />
      </>
    )
  }
  const none = <NotSet label={t('ui:notSet')} />

  return [
    {
      field: 'name',
      width: 155,
      card: 'title',
      below: (row) => [row.kind === 'virtual' && row.master ? t('wifi:points.on', { name: row.master }) : null],
    },
    {
      field: 'state',
      width: 145,
      card: 'status',
      render: (row) => (
        <TwoLines below={controlOf(row)} title={row.detail ?? undefined}>
          <StatusBadge tone={tones[row.state]}>{t(`wifi:value.state.${row.state}`)}</StatusBadge>
        </TwoLines>
      ),
    },
    { field: 'ssid', width: 200, card: 'fact' },
    {
      field: 'frequency',
      width: 140,
      card: 'fact',
      render: (row) =>
        row.frequency === null ? (
          (row.channel ?? none)
        ) : (
          <span title={[`${row.frequency} MHz`, row.channel].filter(Boolean).join(' · ')}>
            {[channelText(row.frequency), row.channel_width && `${row.channel_width} MHz`].filter(Boolean).join(' · ')}
          </span>
        ),
    },
    {
      field: 'band',
      width: 100,
      hidden: true,
      render: (row) => (row.band === null ? none : t(`wifi:band.${row.band}`)),
    },
    {
      field: 'tx_power',
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => (row.tx_power === null ? none : `${row.tx_power} dBm`),
    },
    { field: 'clients', width: 90, align: 'end', card: 'fact' },
    {
      field: 'cap',
      width: 150,
      card: 'fact',
      render: (row) =>
        row.cap === null ? (
          <DeviceName of={row} />
        ) : row.cap_hardware_id === null ? (
          row.cap
        ) : (
          <DeviceName of={{ hardware_id: row.cap_hardware_id, hardware_name: row.cap }} />
        ),
    },
    { field: 'hardware_name', width: 150, hidden: true, render: (row) => <DeviceName of={row} /> },
    { field: 'stack', width: 190, hidden: true },
    { field: 'mac', width: 155, hidden: true },
    { field: 'comment', width: 150, hidden: true },
    { field: 'read_at', width: 130, hidden: true, render: (row) => <RelativeTime value={row.read_at} /> },
  ]
}
