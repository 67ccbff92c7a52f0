import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { usePortLabels } from './port-labels.ts'
import { portTones, stateOf } from './ports.ts'
import { RowTable, type Column } from './row-table.tsx'
import { Value } from './value.tsx'

/** State of a port, as the front panel shows it. */
export function PortBadge({ of }: { of: EthernetPort }) {
  const { t } = useTranslation()
  const state = stateOf(of)
  return <StatusBadge tone={portTones[state]}>{t(`lan:ports.state.${state}`)}</StatusBadge>
}

/**
 * The ports of the front panel as a table. Columns without any value are left out.
 * @param extra columns between the rate and the PoE state
 */
export function PortTable<P extends EthernetPort>({
  label,
  rows,
  name = (port) => port.name,
  extra,
  actions,
  selected,
  feature = 'lan',
}: {
  label: string
  rows: readonly P[]
  name?: (port: P) => ReactNode
  extra: readonly Column<P>[]
  actions: ((port: P) => ReactNode) | undefined
  selected: string | undefined
  /** Feature with the labels of the extra columns. */
  feature?: string
}) {
  const { rateLabel, powerLabel } = usePortLabels()
  const poe: Column<P> = { key: 'poe', render: (port) => <Value of={powerLabel(port)} /> }
  return (
    <RowTable<P>
      label={label}
      rows={rows}
      idOf={(port) => port.id}
      columns={[
        { key: 'port', render: name },
        { key: 'state', render: (port) => <PortBadge of={port} /> },
        { key: 'rate', render: (port) => <Value of={rateLabel(port)} /> },
        ...extra,
        ...(rows.some((port) => port.poe) ? [poe] : []),
        'comment',
      ]}
      actions={actions}
      selected={selected}
      feature={feature}
    />
  )
}
