import { Button } from '@mantine/core'
import type { DeviceInterface, InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { bytesText } from '../../ui/amounts.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { RowTable } from './row-table.tsx'
import { bitsText } from './traffic-values.ts'
import { Value } from './value.tsx'

/** All interfaces with their counters; each leads to its plot. */
export function InterfaceTable({
  rows,
  traffic,
  selected,
  onChoose,
}: {
  rows: readonly DeviceInterface[]
  /** What was measured last; an interface without is shown with the rate of its counters. */
  traffic: readonly InterfaceTraffic[]
  selected: string
  onChoose: (name: string) => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const now = new Map(traffic.map((one) => [one.name, one]))
  const bits = (value: number | null) => <Value of={value === null ? null : bitsText(value, language)} />
  const bytes = (value: number | null) => <Value of={value === null ? null : bytesText(value, language)} />
  const errors = (row: DeviceInterface) => {
    const known = [row.rx_errors, row.tx_errors, row.rx_drops, row.tx_drops].filter((one) => one !== null)
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0).toLocaleString(language)
  }
  return (
    <RowTable
      label={t('lan:traffic.all')}
      rows={rows}
      idOf={(row) => row.name}
      selected={selected}
      columns={[
        {
          key: 'name',
          label: t('lan:field.interface'),
          render: (row) => (
            <Button
              variant="transparent"
              size="compact-sm"
              px={0}
              aria-pressed={row.name === selected}
              aria-label={t('lan:traffic.show', { name: row.name })}
              onClick={() => onChoose(row.name)}
            >
              {row.name}
            </Button>
          ),
        },
        { key: 'type', label: t('lan:field.type'), render: (row) => row.type },
        {
          key: 'state',
          label: t('lan:field.state'),
          render: (row) => (
            <StatusBadge tone={row.disabled ? 'neutral' : row.running ? 'good' : 'neutral'}>
              {t(`lan:ports.state.${row.disabled ? 'disabled' : row.running ? 'up' : 'down'}`)}
            </StatusBadge>
          ),
        },
        {
          key: 'rx',
          label: t('lan:traffic.rx'),
          align: 'end',
          render: (row) => bits(now.get(row.name)?.rx_bps ?? row.rx_bps),
        },
        {
          key: 'tx',
          label: t('lan:traffic.tx'),
          align: 'end',
          render: (row) => bits(now.get(row.name)?.tx_bps ?? row.tx_bps),
        },
        { key: 'rxb', label: t('lan:field.rx_bytes'), align: 'end', render: (row) => bytes(row.rx_bytes) },
        { key: 'txb', label: t('lan:field.tx_bytes'), align: 'end', render: (row) => bytes(row.tx_bytes) },
        { key: 'errors', label: t('lan:field.faults'), align: 'end', render: (row) => <Value of={errors(row)} /> },
        { key: 'comment', label: t('lan:field.comment'), render: (row) => <Value of={row.comment} /> },
      ]}
    />
  )
}
