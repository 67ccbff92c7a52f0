import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

/** The way between the lists that hardware is made of. */
export function CatalogueTabs() {
  const { t } = useTranslation()
  const can = useCan()
  const all = [
    { subject: 'hardware-models', to: paths.hardware.models.list, label: t('hardware:tab.models') },
    {
      subject: 'hardware-manufacturers',
      to: paths.hardware.manufacturers.list,
      label: t('hardware:tab.manufacturers'),
    },
    { subject: 'hardware-types', to: paths.hardware.types.list, label: t('hardware:tab.types') },
    { subject: 'hardware-manufacturers', to: paths.hardware.dpk, label: t('hardware:tab.dpk') },
  ] as const
  return (
    <LinkTabs
      label={t('hardware:tab.label')}
      tabs={all.filter(({ subject }) => can({ action: 'view-list', subject }))}
    />
  )
}
