import { customFields, type CustomFieldRow } from '@trunkline/contract/resources/custom-field'
import { IconForms } from '@tabler/icons-react'
import { useRowCan } from '../../access/can.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { customFieldLabel } from '../../list/custom-value.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import layout from '../../ui/layout.module.css'

/** Custom fields of the user's company, of companies below it and above it. */
export default function CustomFieldList() {
  const { t, i18n } = useTranslation()
  const canOn = useRowCan()
  const list = useRecordList<CustomFieldRow>({
    calls: customFields,
    store: customFields.store,
    paths: paths.customFields,
    texts: 'custom-fields',
    icon: IconForms,
    mayChange: (row) => row.company_name !== null,
    nameOf: (row) => customFieldLabel(row, i18n.language),
  })
  return (
    <ListScreen<CustomFieldRow>
      {...list}
      rowLink={(row) => (row.company_name === null || !canOn(customFields.update, row) ? undefined : list.rowLink(row))}
      columns={recordColumns<CustomFieldRow>(t, 'custom-fields', [
        {
          field: 'label',
          width: 200,
          card: 'title',
          render: (row) => customFieldLabel(row, i18n.language),
        },
        { field: 'kind', width: 130, card: 'status' },
        { field: 'type', width: 120, card: 'fact' },
        { field: 'key', width: 160, render: (row) => <code className={layout.nowrap}>{row.key}</code> },
        { field: 'required', width: 110, sort: false },
        { field: 'position', width: 100, align: 'end' },
        {
          field: 'company_name',
          width: 200,
          card: 'fact',
          render: (row) => row.company_name ?? t('custom-fields:inherited'),
        },
      ])}
      trash={{ ...list.trash, warning: () => t('custom-fields:confirm.destroy') }}
    />
  )
}
