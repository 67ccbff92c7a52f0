import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

/** The way between the four lists of the room. */
export function SessionTabs() {
  const { t } = useTranslation()
  return (
    <LinkTabs
      label={t('sessions:nav')}
      tabs={[
        { to: paths.sessions.list, label: t('sessions:tab.live') },
        { to: paths.sessions.history, label: t('sessions:tab.history') },
        { to: paths.sessions.logins, label: t('sessions:tab.logins') },
        { to: paths.sessions.requests, label: t('sessions:tab.requests') },
      ]}
    />
  )
}
