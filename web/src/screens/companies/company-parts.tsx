import type { Company } from '@trunkline/contract/resources/company'
import { users } from '@trunkline/contract/resources/user'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'
import { RoleBadge } from '../users/badges.tsx'
import { ActiveBadge } from './badges.tsx'

/** Replaces the rows while loading, on an error, and where there are none. */
function placeholder(
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> },
  count: number | undefined,
  empty: ReactNode,
): ReactNode {
  if (query.error) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />
  if (query.isPending || count === undefined) return <TableSkeleton rows={4} columns={2} rowHeight={56} />
  return count === 0 ? empty : null
}

/** The users of one company itself. */
export function CompanyUsers({
  company,
  search,
  all,
}: {
  company: Pick<Company, 'id'>
  /** Of the link to the whole list. */ search?: Record<string, unknown>
  all?: string
}) {
  const { t } = useTranslation()
  const members = useCall(users.index, { query: { search: `company_id:${company.id}`, searchFields: 'company_id:=' } })
  const rows = members.data?.data
  return (
    <Card
      title={all}
      actions={
        <TextLink to={paths.users.list} search={search ?? { company: String(company.id) }}>
          {t('companies:summary.tabAll')}
        </TextLink>
      }
    >
      {placeholder(
        members,
        rows?.length,
        <EmptyState title={t('companies:summary.noUsers')} text={t('companies:summary.noUsersText')} />,
      ) ?? (
        <ul className={layout.rows}>
          {rows?.map((row) => (
            <li key={row.id}>
              <span className={layout.stacked}>
                <TextLink to={paths.users.details(row.id)}>{row.name}</TextLink>
                <span className={layout.hint}>
                  {row.email}
                  {row.last_seen_at ? (
                    <>
                      {' '}
                      · {t('companies:summary.lastSeen')} <RelativeTime value={row.last_seen_at} />
                    </>
                  ) : null}
                </span>
              </span>
              <span>
                <RoleBadge role={row.role} /> <ActiveBadge of={row} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
