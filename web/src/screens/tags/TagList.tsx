import { tags, type TagRow } from '@trunkline/contract/resources/tag'
import { IconTag } from '@tabler/icons-react'
import { useRowCan } from '../../access/can.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { TagBadge } from '../../ui/tag-badge.tsx'

/** Row security hides the name of a company above the user's. */
export const isInherited = (row: { company_name: string | null }): boolean => row.company_name === null

/** Tags of the user's company, of companies below it and above it. */
export default function TagList() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const list = useRecordList<TagRow>({
    calls: tags,
    store: tags.store,
    paths: paths.tags,
    texts: 'tags',
    icon: IconTag,
    mayChange: (row) => !isInherited(row),
  })
  return (
    <ListScreen<TagRow>
      {...list}
      rowLink={(row) => (isInherited(row) || !canOn(tags.update, row) ? undefined : list.rowLink(row))}
      columns={recordColumns<TagRow>(t, 'tags', [
        { field: 'name', width: 220, card: 'title', render: (row) => <TagBadge {...row} /> },
        { field: 'description', width: 300, sort: false },
        { field: 'records_count', width: 120, align: 'end', card: 'fact', sort: false },
        {
          field: 'company_name',
          width: 200,
          card: 'fact',
          render: (row) => row.company_name ?? t('tags:inherited'),
        },
        { field: 'colour', width: 110, hidden: true, sort: false },
      ])}
      trash={{ ...list.trash, warning: () => t('tags:confirm.destroy') }}
    />
  )
}
