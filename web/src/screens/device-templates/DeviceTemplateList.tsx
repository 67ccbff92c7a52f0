import { deviceTemplates, type DeviceTemplateRow } from '@trunkline/contract/resources/device-template'
import { IconTemplate } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'

/** Templates of the user's company, of companies below it and above it. */
export default function DeviceTemplateList() {
  const { t } = useTranslation()
  const list = useRecordList<DeviceTemplateRow>({
    calls: deviceTemplates,
    store: deviceTemplates.store,
    paths: paths.deviceTemplates,
    page: paths.deviceTemplates.details,
    texts: 'device-templates',
    icon: IconTemplate,
    mayChange: (row) => row.company_name !== null,
  })
  return (
    <ListScreen<DeviceTemplateRow>
      {...list}
      columns={recordColumns<DeviceTemplateRow>(t, 'device-templates', [
        { field: 'name', width: 220, card: 'title' },
        { field: 'differences', width: 130, align: 'end', card: 'fact', sort: false },
        { field: 'at_first_contact', width: 160, card: 'fact', sort: false },
        { field: 'checks_drift', width: 150, hidden: true, sort: false },
        {
          field: 'company_name',
          width: 200,
          card: 'fact',
          render: (row) => row.company_name ?? t('device-templates:inherited'),
        },
        { field: 'description', width: 260, hidden: true, sort: false },
      ])}
      trash={{ ...list.trash, warning: () => t('device-templates:confirm.destroy') }}
    />
  )
}
