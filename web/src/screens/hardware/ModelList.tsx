import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareModels, type HardwareModelRow } from '@trunkline/contract/resources/hardware-model'
import { escapeValue } from '@trunkline/contract/list'
import { IconCpu, IconEdit } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import classes from './hardware.module.css'
import { KindIcon } from './kind-icon.tsx'

/** Where counting stops. */
const manyDevices = 1000

/** Models of hardware: kept by the provider, read by everybody. */
export default function ModelList() {
  const { t } = useTranslation()
  const can = useCan()
  const may = can(hardwareModels.update)
  const columns: ListColumn<HardwareModelRow>[] = [
    { field: 'name', header: t('hardware:field.name'), width: 190, card: 'title' },
    { field: 'code', header: t('hardware:field.code'), width: 190, card: 'fact', hidden: true },
    { field: 'manufacturer_name', header: t('hardware:field.manufacturer_name'), width: 120, card: 'fact' },
    {
      field: 'type_name',
      header: t('hardware:field.type_name'),
      width: 140,
      card: 'status',
      render: (row) => (
        <span className={classes.model}>
          <KindIcon kind={row.kind} /> {row.type_name}
        </span>
      ),
    },
    {
      field: 'ethernet_ports',
      header: t('hardware:list.ports'),
      width: 160,
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
      header: t('hardware:field.radios'),
      width: 155,
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
      width: 100,
      card: 'fact',
      render: (row) => t('hardware:months', { count: row.warranty_months }),
    },
    {
      field: 'hardware_count',
      header: t('hardware:field.hardware_count'),
      width: 85,
      align: 'end',
      card: 'fact',
      sort: false,
      render: (row) => {
        const count = row.hardware_count >= manyDevices ? t('hardware:list.many') : row.hardware_count
        return row.hardware_count > 0 && can(hardware.index) ? (
          <TextLink
            to={paths.hardware.list}
            search={{ search: `model:${escapeValue(String(row.id))}`, searchFields: 'model:=' }}
            inherit
            aria-label={t('hardware:list.devicesOf', { count: row.hardware_count, name: row.name })}
          >
            {count}
          </TextLink>
        ) : (
          count
        )
      },
    },
    { field: 'kind', header: t('hardware:field.kind'), width: 130, hidden: true, sort: false },
    { field: 'sfp_ports', header: t('hardware:field.sfp_ports'), width: 100, align: 'end', hidden: true, sort: false },
    { field: 'created_at', header: t('hardware:field.created_at'), width: 180, hidden: true },
    { field: 'updated_at', header: t('hardware:field.updated_at'), width: 180, hidden: true },
  ]
  return (
    <ListScreen<HardwareModelRow>
      endpoint={hardwareModels.index}
      name="hardware-models"
      namespace="hardware"
      title={t('hardware:models.title')}
      subtitle={t('hardware:models.subtitle')}
      nav={<CatalogueTabs />}
      columns={columns}
      rowLink={(row) => (may && row.deleted_at === null ? paths.hardware.models.update(row.id) : undefined)}
      rowName={(row) => row.name}
      create={{ to: paths.hardware.models.create, can: can(hardwareModels.store), label: t('hardware:models.create') }}
      rowActions={(row) =>
        may
          ? [
              {
                key: 'edit',
                label: t('hardware:action.edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: paths.hardware.models.update(row.id),
              },
            ]
          : []
      }
      trash={{
        destroy: hardwareModels.destroy,
        recover: hardwareModels.recover,
        may: () => can(hardwareModels.destroy),
        warning: () => t('hardware:models.destroyText'),
        bulk: t('hardware:models.destroyText'),
      }}
      withoutFilter={['id', 'type', 'manufacturer']}
      empty={{ title: t('hardware:models.empty'), text: t('hardware:models.emptyText'), icon: <IconCpu size={20} /> }}
    />
  )
}
