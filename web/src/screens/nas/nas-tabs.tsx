import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

/** Links between NAS devices and unknown senders. */
export function NasTabs() {
  const { t } = useTranslation()
  return (
    <LinkTabs
      label={t('nas:nav')}
      tabs={[
        { to: paths.nas.list, label: t('nas:title') },
        { to: paths.nas.unknown, label: t('nas:unanswered.title') },
      ]}
    />
  )
}
