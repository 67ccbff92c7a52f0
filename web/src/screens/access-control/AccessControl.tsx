import { useSearch } from '@tanstack/react-router'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { paths } from '../../paths.ts'
import { PlainLink } from '../../ui/link.tsx'
import tabs from '../../ui/link-tabs.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { OwnAccess } from '../wifi-access/own-access.tsx'

const CompanyHome = lazy(() => loadChunk(() => import('./company-home.tsx')))

/** Who gets on the Wi-Fi, and who gets in at the company, side by side; which of them stands in the address. */
function Parts({ company }: { company: boolean }) {
  const { t } = useTranslation()
  const part = (to: boolean, label: string) => (
    <li>
      <PlainLink
        to={paths.accessControl}
        search={to ? { part: 'company' } : {}}
        exact
        className={tabs.tab}
        {...(company === to ? { 'aria-current': 'page' as const } : {})}
      >
        {label}
      </PlainLink>
    </li>
  )
  return (
    <nav aria-label={t('access-control:parts')}>
      <ul className={tabs.tabs}>
        {part(false, t('access-control:partWifi'))}
        {part(true, t('access-control:partCompany'))}
      </ul>
    </nav>
  )
}

/** The home of a client's users: who may join the Wi-Fi of their sites, and who has access to their company. */
export default function AccessControl() {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company
  const { part } = useSearch({ strict: false }) as { part?: string }
  if (!own) return null
  if (part === 'company' || !can(accessControl.all))
    return (
      <Suspense fallback={<PageHeader title={t('access-control:title')} />}>
        <CompanyHome own={own} tabs={<Parts company />} />
      </Suspense>
    )
  return (
    <OwnAccess
      title={t('access-control:title')}
      subtitle={t('access-control:wifiSubtitle')}
      tabs={<Parts company={false} />}
    />
  )
}
