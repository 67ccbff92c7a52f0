import type { Endpoint } from '@trunkline/contract/endpoint'
import { subnetCategories, type SubnetCategoryRow } from '@trunkline/contract/resources/subnet-category'
import { IconEdit, IconTag } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { CategoryBadge } from './badges.tsx'
import { isFromAbove } from './category-values.ts'

/** Categories of subnets: own ones, those of companies below, and those offered from above. */
export default function CategoryList() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const mayOn = (endpoint: Endpoint, row: SubnetCategoryRow) => !isFromAbove(row) && canOn(endpoint, row)
  const columns: ListColumn<SubnetCategoryRow>[] = [
    {
      field: 'name',
      header: t('ipam:categories.field.name'),
      width: 220,
      card: 'title',
      render: (row) => <CategoryBadge name={row.name} colour={row.colour} />,
    },
    { field: 'description', header: t('ipam:categories.field.description'), width: 280 },
    {
      field: 'subnets_count',
      header: t('ipam:categories.field.subnets_count'),
      width: 100,
      align: 'end',
      card: 'fact',
      sort: false,
    },
    {
      field: 'cool_down_days',
      header: t('ipam:categories.field.cool_down_days'),
      width: 130,
      card: 'fact',
      render: (row) => t('ipam:categories.days', { count: row.cool_down_days }),
    },
    {
      field: 'company_name',
      header: t('ipam:categories.field.company_name'),
      width: 180,
      card: 'fact',
      render: (row) => (isFromAbove(row) ? t('ipam:categories.fromAbove') : row.company_name),
    },
    {
      field: 'colour',
      header: t('ipam:categories.field.colour'),
      width: 110,
      hidden: true,
      sort: false,
      render: (row) => t(`ipam:categories.colour.${row.colour}`),
    },
    { field: 'created_at', header: t('ipam:field.created_at'), width: 190, hidden: true },
    { field: 'updated_at', header: t('ipam:field.updated_at'), width: 190, hidden: true },
  ]
  return (
    <ListScreen<SubnetCategoryRow>
      endpoint={subnetCategories.index}
      name="subnet-categories"
      namespace="ipam"
      title={t('ipam:categories.title')}
      subtitle={t('ipam:categories.subtitle')}
      columns={columns}
      rowLink={(row) =>
        row.deleted_at === null && mayOn(subnetCategories.update, row)
          ? paths.ipam.categories.update(row.id)
          : undefined
      }
      rowName={(row) => row.name}
      create={{
        to: paths.ipam.categories.create,
        can: can(subnetCategories.store),
        label: t('ipam:categories.create'),
      }}
      rowActions={(row) =>
        mayOn(subnetCategories.update, row)
          ? [
              {
                key: 'edit',
                label: t('ipam:action.edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: paths.ipam.categories.update(row.id),
              },
            ]
          : []
      }
      trash={{
        destroy: subnetCategories.destroy,
        recover: subnetCategories.recover,
        may: (row) => mayOn(subnetCategories.destroy, row),
        warning: (row) => t('ipam:categories.destroyText', { name: row.name }),
      }}
      valueLabel={(field, value) =>
        field === 'colour' ? t(`ipam:categories.colour.${value}`, { defaultValue: value }) : value
      }
      withoutFilter={['id', 'company_id']}
      empty={{
        title: t('ipam:categories.empty.title'),
        text: t('ipam:categories.empty.text'),
        icon: <IconTag size={20} />,
      }}
    />
  )
}
