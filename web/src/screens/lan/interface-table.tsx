import { Button } from '@mantine/core'
import type { DeviceInterface, InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { bytesText } from '../../ui/amounts.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { RowTable } from './row-table.tsx'
import { bitsText } from './traffic-values.ts'
import { Value } from './value.tsx'

/** All interfaces with their counters. Selecting one shows its plot. */
export function InterfaceTable({
  rows,
  traffic,
  selected,
  onSelect,
}: {
  rows: readonly DeviceInterface[]
  /** Current rates; an interface without one shows the rate of its counters. */
  traffic: readonly InterfaceTraffic[]
  selected: string
  onSelect: (name: string) => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const current = new Map(traffic.map((one) => [one.name, one]))
  const rate = (key: 'rx' | 'tx') => ({
    key,
    label: t(`lan:traffic.${key}`),
    align: 'end' as const,
    render: (row: DeviceInterface) => {
      const value = current.get(row.name)?.[`${key}_bps`] ?? row[`${key}_bps`]
      return <Value of={value === null ? null : bitsText(value, language)} />
    },
  })
  const bytes = (key: 'rx_bytes' | 'tx_bytes') => ({
    key,
    align: 'end' as const,
    render: ({ [key]: value }: DeviceInterface) => <Value of={value === null ? null : bytesText(value, language)} />,
  })
  const errors = (row: DeviceInterface) => {
    const known = [row.rx_errors, row.tx_errors, row.rx_drops, row.tx_drops].filter((one) => one !== null)
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0).toLocaleString(language)
  }
  return (
    <RowTable<DeviceInterface>
      label={t('lan:traffic.all')}
      rows={rows}
      idOf={(row) => row.name}
      selected={selected}
      columns={[
        {
          key: 'interface',
          render: ({ name }) => (
            <Button
              variant="transparent"
              size="compact-sm"
              px={0}
              aria-pressed={name === selected}
              aria-label={t('lan:traffic.show', { name })}
              onClick={() => onSelect(name)}
            >
              {name}
            </Button>
          ),
        },
        'type',
        {
          key: 'state',
          render: ({ disabled, running }) => (
            <StatusBadge tone={running && !disabled ? 'good' : 'neutral'}>
              {t(`lan:ports.state.${disabled ? 'disabled' : running ? 'up' : 'down'}`)}
            </StatusBadge>
          ),
        },
        rate('rx'),
        rate('tx'),
        bytes('rx_bytes'),
        bytes('tx_bytes'),
        { key: 'errors', align: 'end', render: (row) => <Value of={errors(row)} /> },
        'comment',
      ]}
    />
  )
}
