import { useMediaQuery } from '@mantine/hooks'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CellValue, useValueLabel } from '../../list/cell-value.tsx'
import { RowMenu } from '../../list/row-menu.tsx'
import { useColumns } from '../../list/use-columns.ts'
import { Card } from '../../ui/card.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { useSubnetColumns } from './subnet-columns.tsx'
import { TreeGrid } from './tree-grid.tsx'
import { useSubnetActions } from './use-subnet-actions.tsx'

const noop = () => undefined

/** The tree below one subnet, with the columns and row height of the list. */
export function ChildrenTab({ subnet }: { subnet: Subnet }) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const columns = useSubnetColumns({ version: subnet.ip_version, flat: false })
  const { shown, rowHeight, ready } = useColumns<SubnetNode>(`subnets-${subnet.ip_version}`, columns)
  const valueLabel = useValueLabel('ipam', undefined)
  const { actionsOf, dialog } = useSubnetActions()
  if (!ready)
    return (
      <Card>
        <TableSkeleton rows={6} columns={4} />
      </Card>
    )
  return (
    <Card padded={false}>
      <TreeGrid
        label={t('ipam:detail.childrenLabel', { net: subnet.net })}
        columns={shown}
        cell={(column, row) =>
          column.render?.(row) ?? (
            <CellValue
              value={row[column.field]}
              type={subnets.index.list.fields[column.field]}
              field={column.field}
              valueLabel={valueLabel}
            />
          )
        }
        menu={(row, tabIndex) => (
          <RowMenu name={row.net} actions={() => actionsOf(row)} onAct={noop} tabIndex={tabIndex} />
        )}
        remember={noop}
        rowHeight={rowHeight}
        narrow={narrow}
        inside={subnet}
      />
      {dialog}
    </Card>
  )
}
