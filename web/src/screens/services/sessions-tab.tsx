import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnySession } from '@trunkline/contract/resources/radius-session'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { QueryMeta } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { causeText, SharedValue } from '../sessions/cells.tsx'
import { OnlineBadge } from './badges.tsx'
import classes from './services.module.css'
import type { ServiceVariant } from './variants.ts'

const pageSize = 50
/** Milliseconds. */
const refreshInterval = 15_000

const fields = [
  'started_at',
  'stopped_at',
  'seconds',
  'download_bytes',
  'upload_bytes',
  'framed_ip',
  'nas_name',
  'calling',
] as const
type Field = (typeof fields)[number]
const numberClass = (field: Field) => (field.endsWith('_bytes') ? classes.number : undefined)

/** All sessions: those online, then those that have ended, page after page. */
export function SessionsTab({ variant, id }: { variant: ServiceVariant; id: number }) {
  const { t } = useTranslation()
  const { sessions } = variant.calls
  const list = useInfiniteQuery(
    {
      queryKey: [sessions.name, id],
      queryFn: ({ pageParam, signal }) =>
        call(sessions, {
          params: { id },
          query: { limit: pageSize, ...(pageParam ? { after: pageParam } : {}) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (last) => last.next ?? undefined,
      refetchInterval: refreshInterval,
      meta: { subjects: [variant.subject], row: id } satisfies QueryMeta,
    },
    queryClient,
  )
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  if (rows.length === 0)
    return (
      <Card>
        {list.error ? (
          <ErrorNotice error={list.error} retry={() => void list.refetch()} />
        ) : list.isPending ? (
          <TableSkeleton rows={6} columns={6} />
        ) : (
          <EmptyState title={t('services:sessions.empty')} text={t('services:sessions.emptyText')} />
        )}
      </Card>
    )
  return (
    <Card title={t('services:sessions.title')}>
      <div className={layout.scroll} tabIndex={0} role="group" aria-label={t('services:sessions.title')}>
        <table className={`${layout.table} ${classes.sessions}`}>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field} scope="col" className={numberClass(field)}>
                  {t(`sessions:field.${field}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.id} ${row.stopped_at}`}>
                {fields.map((field) => (
                  <td key={field} className={numberClass(field)}>
                    <SessionCell row={row} field={field} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage ? (
        <Button
          variant="default"
          size="sm"
          mt="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('services:sessions.more')}
        </Button>
      ) : null}
    </Card>
  )
}

/** A value of a session, with the cause below its end and the IPv6 prefixes below its address. */
function SessionCell({ row, field }: { row: AnySession; field: Field }): ReactNode {
  const { t } = useTranslation()
  if (field === 'stopped_at' && row.stopped_at === null) return <OnlineBadge online />
  const below =
    field === 'stopped_at'
      ? [row.closed_by === 'stop' ? causeText(row.cause, t) : t(`sessions:value.closed_by.${row.closed_by}`)]
      : field === 'framed_ip'
        ? [row.framed_ipv6_address, row.framed_ipv6, row.delegated_ipv6].filter((net) => net !== null)
        : []
  return (
    <>
      <SharedValue row={row} field={field} />
      {below.map((text) => (
        <span key={text} className={classes.below}>
          {text}
        </span>
      ))}
    </>
  )
}
