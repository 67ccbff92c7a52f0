import { deadLetters } from '@trunkline/contract/resources/dead-letter'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

/** Links between the lists of sessions, logins and requests. Only the provider sees dead letters. */
export function SessionTabs() {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <LinkTabs
      label={t('sessions:nav')}
      tabs={[
        { to: paths.sessions.list, label: t('sessions:tab.live') },
        { to: paths.sessions.history, label: t('sessions:tab.history') },
        { to: paths.sessions.logins, label: t('sessions:tab.logins') },
        { to: paths.sessions.requests, label: t('sessions:tab.requests') },
        ...(can(deadLetters.index) ? [{ to: paths.sessions.deadLetters, label: t('sessions:tab.deadLetters') }] : []),
      ]}
    />
  )
}
