import { useSearch } from '@tanstack/react-router'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { paths } from '../../paths.ts'
import { PlainLink } from '../../ui/link.tsx'
import classes from '../../ui/link-tabs.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { AllSitesAccess } from '../wifi-access/all-sites-access.tsx'

const CompanyHome = lazy(() => loadChunk(() => import('./company-home.tsx')))

/** Tabs for Wi-Fi and company; the search parameter `part` says which is open. */
function Tabs({ company }: { company: boolean }) {
  const { t } = useTranslation()
  const tab = (key: 'wifi' | 'company', search: Record<string, unknown>, isCurrent: boolean) => (
    <li>
      <PlainLink
        to={paths.accessControl}
        search={search}
        exact
        className={classes.tab}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      >
        {t(`access-control:tab.${key}`)}
      </PlainLink>
    </li>
  )
  return (
    <nav aria-label={t('access-control:title')}>
      <ul className={classes.tabs}>
        {tab('wifi', {}, !company)}
        {tab('company', { part: 'company' }, company)}
      </ul>
    </nav>
  )
}

/** The home page of a client's users: access to the Wi-Fi of their sites, and to their company. */
export default function AccessControl() {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company
  const { part } = useSearch({ strict: false }) as { part?: string }
  if (!own) return null
  if (part === 'company' || !can(accessControl.all))
    return (
      <Suspense fallback={<PageHeader title={t('access-control:title')} />}>
        <CompanyHome own={own} tabs={<Tabs company />} />
      </Suspense>
    )
  return (
    <AllSitesAccess
      title={t('access-control:title')}
      subtitle={t('access-control:wifiSubtitle')}
      tabs={<Tabs company={false} />}
    />
  )
}
