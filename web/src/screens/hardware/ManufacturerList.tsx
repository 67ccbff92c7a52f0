import {
  hardwareManufacturers,
  type HardwareManufacturerRow,
} from '@trunkline/contract/resources/hardware-manufacturer'
import { IconBuildingFactory2 } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { CatalogueList, countColumn } from './catalogue-list.tsx'

export default function ManufacturerList() {
  const { t } = useTranslation()
  return (
    <CatalogueList<HardwareManufacturerRow>
      part="manufacturers"
      calls={hardwareManufacturers}
      icon={IconBuildingFactory2}
      columns={[
        { field: 'name', width: 220, card: 'title' },
        // Plain text: an address that a user entered is never opened from within the panel.
        { field: 'website', width: 230, card: 'fact', sort: false },
        { field: 'support_email', width: 210, card: 'fact', sort: false },
        countColumn(t, {
          field: 'models_count',
          header: t('panel:title.modelsTab'),
          to: paths.hardware.models.list,
          by: 'manufacturer',
          label: (values) => t('hardware:list.modelsOf', values),
        }),
        countColumn(t, {
          field: 'dpk_count',
          header: t('panel:title.hardwareDpk'),
          width: 110,
          to: paths.hardware.dpk,
          by: 'manufacturer_id',
          label: (values) => t('hardware:list.dpkOf', values),
        }),
      ]}
    />
  )
}
