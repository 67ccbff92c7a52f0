import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { portTones, stateOf } from './front.ts'
import { usePortWords } from './port-words.ts'
import { RowTable, type Column } from './row-table.tsx'
import { Value } from './value.tsx'

/** The facts of the drawing as a table. Columns that no port has anything for are left out. */
export function PortTable({
  rows,
  actions,
  selected,
}: {
  rows: readonly EthernetPort[]
  actions: (port: EthernetPort) => ReactNode
  selected: string | undefined
}) {
  const { t } = useTranslation()
  const { rateOf, powerWords } = usePortWords()
  const columns: Column<EthernetPort>[] = [
    { key: 'name', label: t('lan:field.port'), render: (port) => port.name },
    {
      key: 'state',
      label: t('lan:field.state'),
      render: (port) => (
        <StatusBadge tone={portTones[stateOf(port)]}>{t(`lan:ports.state.${stateOf(port)}`)}</StatusBadge>
      ),
    },
    { key: 'rate', label: t('lan:field.rate'), render: (port) => <Value of={rateOf(port)} /> },
    { key: 'kind', label: t('lan:field.kindOfPort'), render: (port) => t(`lan:ports.kind.${port.kind}`) },
    ...(rows.some(({ poe }) => poe)
      ? [
          {
            key: 'poe',
            label: t('lan:field.poe'),
            render: (port: EthernetPort) => <Value of={powerWords(port)} />,
          },
        ]
      : []),
    ...(rows.some(({ bridge }) => bridge !== null)
      ? [
          {
            key: 'bridge',
            label: t('lan:field.bridge'),
            render: (port: EthernetPort) => (
              <Value of={port.bridge === null || port.pvid === null ? port.bridge : `${port.bridge} (${port.pvid})`} />
            ),
          },
        ]
      : []),
    { key: 'comment', label: t('lan:field.comment'), render: (port) => <Value of={port.comment} /> },
  ]
  return (
    <RowTable
      label={t('lan:ports.table')}
      rows={rows}
      idOf={(port) => port.id}
      columns={columns}
      actions={rows.some((port) => actions(port) !== null) ? actions : undefined}
      selected={selected}
    />
  )
}
