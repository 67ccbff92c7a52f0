import { hardwareTypes, type HardwareTypeRow } from '@trunkline/contract/resources/hardware-type'
import { IconCategory } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { CatalogueList, countColumn } from './catalogue-list.tsx'
import { KindLabel } from './kind-label.tsx'

export default function TypeList() {
  const { t } = useTranslation()
  return (
    <CatalogueList<HardwareTypeRow>
      part="types"
      calls={hardwareTypes}
      icon={IconCategory}
      columns={[
        { field: 'name', width: 220, card: 'title' },
        {
          field: 'kind',
          width: 180,
          card: 'status',
          render: (row) => <KindLabel kind={row.kind}>{t(`hardware:value.kind.${row.kind}`)}</KindLabel>,
        },
        { field: 'description', width: 320, card: 'fact', sort: false },
        countColumn(t, {
          field: 'models_count',
          header: t('panel:title.modelsTab'),
          to: paths.hardware.models.list,
          by: 'type',
          label: (values) => t('hardware:list.modelsOf', values),
        }),
      ]}
    />
  )
}
