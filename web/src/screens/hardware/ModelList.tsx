import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareModels, type HardwareModelRow } from '@trunkline/contract/resources/hardware-model'
import { IconCpu } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { CatalogueList, countColumn } from './catalogue-list.tsx'
import { KindLabel } from './kind-label.tsx'

export default function ModelList() {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <CatalogueList<HardwareModelRow>
      part="models"
      calls={hardwareModels}
      icon={IconCpu}
      actions={<ImportLink kind="hardware-models" title="modelImport" subject="hardware-models" />}
      withoutFilter={['type', 'manufacturer']}
      columns={[
        { field: 'name', width: 170, card: 'title' },
        { field: 'code', width: 190, card: 'fact', hidden: true },
        { field: 'manufacturer_name', width: 135, card: 'fact' },
        {
          field: 'type_name',
          width: 135,
          card: 'status',
          render: (row) => <KindLabel kind={row.kind}>{row.type_name}</KindLabel>,
        },
        {
          field: 'ethernet_ports',
          header: t('hardware:list.ports'),
          width: 145,
          card: 'fact',
          render: (row) =>
            row.ethernet_ports + row.sfp_ports === 0 ? (
              <NotSet label={t('hardware:list.noPorts')} />
            ) : (
              [
                ...(row.ethernet_ports ? [t('hardware:list.ethernet', { count: row.ethernet_ports })] : []),
                ...(row.sfp_ports ? [t('hardware:list.sfp', { count: row.sfp_ports })] : []),
              ].join(' + ')
            ),
        },
        {
          field: 'radios',
          width: 145,
          card: 'fact',
          sort: false,
          render: (row) => {
            const radios = [
              ...row.radios.map((band) => t('hardware:band', { band })),
              ...(row.has_lte ? [t('hardware:lte')] : []),
            ]
            return radios.length === 0 ? <NotSet label={t('hardware:list.noRadio')} /> : radios.join(', ')
          },
        },
        {
          field: 'warranty_months',
          header: t('hardware:warranty.title'),
          width: 115,
          card: 'fact',
          render: (row) => t('hardware:months', { count: row.warranty_months }),
        },
        countColumn(t, {
          field: 'hardware_count',
          width: 85,
          to: paths.hardware.list,
          by: 'model',
          label: (values) => t('hardware:list.devicesOf', values),
          linked: can(hardware.index),
        }),
        { field: 'kind', width: 130, hidden: true, sort: false },
        { field: 'sfp_ports', width: 100, align: 'end', hidden: true, sort: false },
      ]}
    />
  )
}
