import { hardwareTypes, type HardwareTypeRow } from '@trunkline/contract/resources/hardware-type'
import { IconCategory, IconEdit } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { CountLink } from './count-link.tsx'
import classes from './hardware.module.css'
import { KindIcon } from './kind-icon.tsx'

/** Types of hardware: kept by the provider, read by everybody. */
export default function TypeList() {
  const { t } = useTranslation()
  const can = useCan()
  const may = can(hardwareTypes.update)
  const columns: ListColumn<HardwareTypeRow>[] = [
    { field: 'name', header: t('hardware:field.name'), width: 220, card: 'title' },
    {
      field: 'kind',
      header: t('hardware:field.kind'),
      width: 180,
      card: 'status',
      render: (row) => (
        <span className={classes.model}>
          <KindIcon kind={row.kind} /> {t(`hardware:value.kind.${row.kind}`)}
        </span>
      ),
    },
    { field: 'description', header: t('hardware:field.description'), width: 320, card: 'fact', sort: false },
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
          field="type"
          id={row.id}
          label={t('hardware:list.modelsOf', { count: row.models_count, name: row.name })}
        />
      ),
    },
    { field: 'created_at', header: t('hardware:field.created_at'), width: 180, hidden: true },
    { field: 'updated_at', header: t('hardware:field.updated_at'), width: 180, hidden: true },
  ]
  return (
    <ListScreen<HardwareTypeRow>
      endpoint={hardwareTypes.index}
      name="hardware-types"
      namespace="hardware"
      title={t('hardware:types.title')}
      subtitle={t('hardware:types.subtitle')}
      nav={<CatalogueTabs />}
      columns={columns}
      rowLink={(row) => (may && row.deleted_at === null ? paths.hardware.types.update(row.id) : undefined)}
      rowName={(row) => row.name}
      create={{ to: paths.hardware.types.create, can: can(hardwareTypes.store), label: t('hardware:types.create') }}
      rowActions={(row) =>
        may
          ? [
              {
                key: 'edit',
                label: t('hardware:action.edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: paths.hardware.types.update(row.id),
              },
            ]
          : []
      }
      trash={{
        destroy: hardwareTypes.destroy,
        recover: hardwareTypes.recover,
        may: () => can(hardwareTypes.destroy),
        warning: () => t('hardware:types.destroyText'),
        bulk: t('hardware:types.destroyText'),
      }}
      withoutFilter={['id']}
      empty={{
        title: t('hardware:types.empty'),
        text: t('hardware:types.emptyText'),
        icon: <IconCategory size={20} />,
      }}
    />
  )
}
