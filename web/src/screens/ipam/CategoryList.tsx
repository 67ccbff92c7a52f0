import { subnetCategories, type SubnetCategoryRow } from '@trunkline/contract/resources/subnet-category'
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { CategoryBadge } from './badges.tsx'
import { isInherited } from './category-values.ts'

/** Subnet categories of the caller's company, of those below it, and shared ones. */
export default function CategoryList() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const list = useRecordList<SubnetCategoryRow>({
    calls: subnetCategories,
    store: subnetCategories.store,
    paths: paths.ipam.categories,
    texts: 'ipam:categories',
    icon: IconTag,
    mayChange: (row) => !isInherited(row),
  })
  return (
    <ListScreen<SubnetCategoryRow>
      {...list}
      name="subnet-categories"
      namespace="ipam:categories"
      rowLink={(row) => (isInherited(row) || !canOn(subnetCategories.update, row) ? undefined : list.rowLink(row))}
      columns={recordColumns<SubnetCategoryRow>(t, 'ipam:categories', [
        {
          field: 'name',
          width: 220,
          card: 'title',
          render: (row) => <CategoryBadge name={row.name} colour={row.colour} />,
        },
        { field: 'description', width: 280 },
        { field: 'subnets_count', width: 100, align: 'end', card: 'fact', sort: false },
        {
          field: 'cool_down_days',
          width: 165,
          card: 'fact',
          render: (row) => t('ipam:categories.days', { count: row.cool_down_days }),
        },
        {
          field: 'company_name',
          width: 180,
          card: 'fact',
          render: (row) => row.company_name || t('ipam:hiddenOwner'),
        },
        { field: 'colour', width: 110, hidden: true, sort: false },
      ])}
    />
  )
}
