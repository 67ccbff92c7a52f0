import type { Reply } from '@trunkline/contract/endpoint'
import { audits } from '@trunkline/contract/resources/audit'
import type { companies } from '@trunkline/contract/resources/company'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { SegmentedControl } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadTexts } from '../../i18n/language.ts'
import { useCan } from '../../access/can.ts'
import { CompanyScope } from '../../access/company-context.ts'
import { loadChunk } from '../../api/chunk.ts'
import type { DetailTab } from '../../detail/detail-screen.tsx'
import { ListEmbeddingContext } from '../../list/embedding.ts'
import { listKeys } from '../../list/list-search.ts'
import { useSetSearch } from '../../ui/navigation.ts'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { Readings } from '../readings/lazy-readings.tsx'
import classes from './companies.module.css'

export type CompanySummaryData = Reply<typeof companies.summary>['data']

/** The list of another feature, loaded with its texts when its tab is opened. */
const listOf = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>, ...texts: string[]) =>
  lazy(async () => {
    const [screen] = await Promise.all([loadChunk(load), loadTexts(texts)])
    return screen
  })

const ServiceList = listOf<{ of?: ServiceKind }>(
  () => import('../services/ServiceList.tsx'),
  'services',
  'ipam',
  'sessions',
)
const SessionList = listOf(() => import('../sessions/SessionList.tsx'), 'sessions')
const LoginList = listOf(() => import('../sessions/LoginList.tsx'), 'sessions')
const SiteList = listOf(() => import('../sites/SiteList.tsx'), 'sites')
const HardwareList = listOf(() => import('../hardware/HardwareList.tsx'), 'hardware')
const AddressList = listOf(() => import('../ipam/AddressList.tsx'), 'ipam')
const SubnetTree = listOf<{ version?: IpVersion }>(() => import('../ipam/SubnetTree.tsx'), 'ipam')
const LicenceList = listOf(() => import('../licences/LicenceList.tsx'), 'licences')
const UserList = listOf(() => import('../users/UserList.tsx'), 'users')
const InviteList = listOf(() => import('../invites/InviteList.tsx'), 'invites', 'users')
const CompanyList = listOf(() => import('./CompanyList.tsx'), 'invites')
const AuditList = lazy(async () => {
  const [{ namedFeatures }, screen] = await Promise.all([
    loadChunk(() => import('../audit/audit-objects.ts')),
    loadChunk(() => import('../audit/AuditList.tsx')),
  ])
  await loadTexts(['audit', ...namedFeatures])
  return screen
})

interface Part {
  key: string
  /** Null: the reader may not list it. */
  count: number | null | undefined
  list: ReactNode
  fixed?: Record<string, unknown>
}

/** Search parameters that a list inside a tab keeps. */
const keep = ['tab', 'part'] as const

const ownerColumns = ['company_name'] as const

const noList = Object.fromEntries(listKeys.map((key) => [key, undefined] as const))

/** A list of the company and those below it. Where a tab has several lists, `part` in the URL selects one. */
function PartLists({
  id,
  parts,
  label,
  without,
}: {
  id: number
  parts: readonly Part[]
  label: string
  without: readonly string[] | undefined
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const setSearch = useSetSearch()
  const { part } = useSearch({ strict: false }) as { part?: string }
  const open = parts.find((one) => one.key === part) ?? parts[0]
  const nav =
    parts.length < 2 ? null : (
      <div className={classes.parts}>
        <SegmentedControl
          aria-label={label}
          value={open?.key ?? ''}
          onChange={(key) =>
            void setSearch({ ...noList, part: key === parts[0]?.key ? undefined : key }, { replace: true })
          }
          data={parts.map(({ key, count }) => ({
            value: key,
            label:
              typeof count === 'number' ? `${t(`companies:part.${key}`)} ${number(count)}` : t(`companies:part.${key}`),
          }))}
        />
      </div>
    )
  if (!open) return null
  return (
    <CompanyScope value={id}>
      <ListEmbeddingContext value={{ into: id, keep, fixed: open.fixed, without, nav }}>
        <Suspense fallback={<TableSkeleton rows={10} columns={6} />}>
          <div key={open.key}>{open.list}</div>
        </Suspense>
      </ListEmbeddingContext>
    </CompanyScope>
  )
}

const sumOf = (parts: readonly Part[]) =>
  parts.some(({ count }) => typeof count === 'number')
    ? parts.reduce((sum, { count }) => sum + (count ?? 0), 0)
    : undefined

/**
 * The tabs of a company's page, with the counts of the summary. Each is the list of its feature, narrowed to the company
 * and those below it; what the reader may not list is left out.
 */
export function useCompanyTabs(summary: CompanySummaryData | undefined): DetailTab[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!summary) return []
  const { company, counts } = summary
  // A client has no companies below it: all rows are its own.
  const without = company.type === 'client' ? ownerColumns : undefined
  const tab = (key: string, parts: Part[], count?: number): DetailTab[] => {
    const seen = parts.filter((part) => part.count !== null)
    const label = t(`companies:tab.${key}`)
    return seen.length === 0
      ? []
      : [
          {
            key,
            label,
            count,
            content: () => <PartLists id={company.id} parts={seen} label={label} without={without} />,
          },
        ]
  }
  const one = (key: string, count: number | null, list: ReactNode, fixed?: Record<string, unknown>) =>
    tab(key, [{ key, count, list, ...(fixed && { fixed }) }], count ?? undefined)

  const dialled: Part[] = [
    { key: 'services', count: counts.services, list: <ServiceList of="service" /> },
    { key: 'vpn-dialups', count: counts.vpn_dialups, list: <ServiceList of="vpn-dialup" /> },
    { key: 'sessions', count: counts.sessions, list: <SessionList /> },
    { key: 'logins', count: counts.sessions === null ? null : undefined, list: <LoginList /> },
  ]
  const addresses: Part[] = [
    { key: 'addresses', count: counts.addresses, list: <AddressList /> },
    { key: 'ipv4', count: counts.ipv4_subnets, list: <SubnetTree version="ipv4" /> },
    { key: 'ipv6', count: counts.ipv6_subnets, list: <SubnetTree version="ipv6" /> },
  ]
  return [
    ...tab('services', dialled, sumOf(dialled.slice(0, 2))),
    ...one('sites', counts.sites, <SiteList />),
    ...one('devices', counts.hardware, <HardwareList />),
    ...tab('addresses', addresses, sumOf(addresses)),
    ...one('licences', counts.licences, <LicenceList />),
    ...one('users', counts.users, <UserList />),
    ...one('invitations', counts.invitations, <InviteList />),
    ...(company.type === 'client' ? [] : one('companies', counts.companies, <CompanyList />, { below: true })),
    ...(counts.hardware === null
      ? []
      : [
          {
            key: 'graphs',
            label: t('common:graphs'),
            content: () => (
              <Readings
                of={{ kind: 'company' as const, id: company.id }}
                title={t('common:graphs')}
                plots={['traffic', 'online']}
              />
            ),
          },
        ]),
    ...(can(audits.index) ? tab('activity', [{ key: 'activity', count: undefined, list: <AuditList /> }]) : []),
  ]
}
