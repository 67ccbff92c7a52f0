import {
  hardwareManufacturers,
  type HardwareManufacturerRow,
} from '@trunkline/contract/resources/hardware-manufacturer'
import { IconBuildingFactory2, IconEdit } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { CountLink } from './count-link.tsx'

/** Makers of hardware: kept by the provider, read by everybody. */
export default function ManufacturerList() {
  const { t } = useTranslation()
  const can = useCan()
  const may = can(hardwareManufacturers.update)
  const columns: ListColumn<HardwareManufacturerRow>[] = [
    { field: 'name', header: t('hardware:field.name'), width: 220, card: 'title' },
    {
      field: 'website',
      header: t('hardware:field.website'),
      width: 230,
      card: 'fact',
      sort: false,
      render: (row) =>
        row.website === null ? (
          <NotSet label={t('ui:notSet')} />
        ) : (
          // What somebody typed is shown, never opened from within the panel.
          row.website
        ),
    },
    { field: 'support_email', header: t('hardware:field.support_email'), width: 210, card: 'fact', sort: false },
    {
      field: 'models_count',
      header: t('hardware:tab.models'),
      width: 100,
      align: 'end',
      card: 'fact',
      sort: false,
      render: (row) => (
        <CountLink
          count={row.models_count}
          to={paths.hardware.models.list}
          field="manufacturer"
          id={row.id}
          label={t('hardware:list.modelsOf', { count: row.models_count, name: row.name })}
        />
      ),
    },
    {
      field: 'dpk_count',
      header: t('hardware:tab.dpk'),
      width: 110,
      align: 'end',
      card: 'fact',
      sort: false,
      render: (row) => (
        <CountLink
          count={row.dpk_count}
          to={paths.hardware.dpk}
          field="manufacturer_id"
          id={row.id}
          label={t('hardware:list.dpkOf', { count: row.dpk_count, name: row.name })}
        />
      ),
    },
    { field: 'created_at', header: t('hardware:field.created_at'), width: 180, hidden: true },
    { field: 'updated_at', header: t('hardware:field.updated_at'), width: 180, hidden: true },
  ]
  return (
    <ListScreen<HardwareManufacturerRow>
      endpoint={hardwareManufacturers.index}
      name="hardware-manufacturers"
      namespace="hardware"
      title={t('hardware:manufacturers.title')}
      subtitle={t('hardware:manufacturers.subtitle')}
      nav={<CatalogueTabs />}
      columns={columns}
      rowLink={(row) => (may && row.deleted_at === null ? paths.hardware.manufacturers.update(row.id) : undefined)}
      rowName={(row) => row.name}
      create={{
        to: paths.hardware.manufacturers.create,
        can: can(hardwareManufacturers.store),
        label: t('hardware:manufacturers.create'),
      }}
      rowActions={(row) =>
        may
          ? [
              {
                key: 'edit',
                label: t('hardware:action.edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: paths.hardware.manufacturers.update(row.id),
              },
            ]
          : []
      }
      trash={{
        destroy: hardwareManufacturers.destroy,
        recover: hardwareManufacturers.recover,
        may: () => can(hardwareManufacturers.destroy),
        warning: () => t('hardware:manufacturers.destroyText'),
        bulk: t('hardware:manufacturers.destroyText'),
      }}
      withoutFilter={['id']}
      empty={{
        title: t('hardware:manufacturers.empty'),
        text: t('hardware:manufacturers.emptyText'),
        icon: <IconBuildingFactory2 size={20} />,
      }}
    />
  )
}
