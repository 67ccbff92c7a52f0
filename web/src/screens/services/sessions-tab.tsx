import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnySession } from '@trunkline/contract/resources/radius-session'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { QueryMeta } from '../../api/query.ts'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { OnlineBadge } from './badges.tsx'
import type { Dial } from './kinds.ts'
import classes from './services.module.css'

const pageSize = 50
const lookEvery = 15_000

/** All sessions: those online, then those that have ended, page after page. */
export function SessionsTab({ dial, id }: { dial: Dial; id: number }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(
    {
      queryKey: [dial.calls.sessions.name, id],
      queryFn: ({ pageParam, signal }) =>
        call(dial.calls.sessions, {
          params: { id },
          query: { limit: pageSize, ...(pageParam ? { after: pageParam } : {}) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (last) => last.next ?? undefined,
      refetchInterval: lookEvery,
      meta: { subjects: [dial.subject], row: id } satisfies QueryMeta,
    },
    queryClient,
  )
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  if (list.error && rows.length === 0)
    return (
      <Card>
        <ErrorNotice error={list.error} retry={() => void list.refetch()} />
      </Card>
    )
  if (list.isPending)
    return (
      <Card>
        <TableSkeleton rows={6} columns={6} />
      </Card>
    )
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState title={t('services:sessions.none')} text={t('services:sessions.noneText')} />
      </Card>
    )
  return (
    <Card title={t('services:sessions.title')}>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('services:sessions.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('services:sessions.since')}</th>
              <th scope="col">{t('services:sessions.end')}</th>
              <th scope="col">{t('services:sessions.length')}</th>
              <th scope="col" className={classes.number}>
                {t('services:sessions.download')}
              </th>
              <th scope="col" className={classes.number}>
                {t('services:sessions.upload')}
              </th>
              <th scope="col">{t('services:sessions.address')}</th>
              <th scope="col">{t('services:sessions.nas')}</th>
              <th scope="col">{t('services:sessions.calling')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.id} ${row.stopped_at}`} row={row} />
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

/** How it ended: the NAS's own cause where it said one, else who closed it. */
function Ending({ row }: { row: AnySession }) {
  const { t } = useTranslation()
  if (row.stopped_at === null) return <OnlineBadge online />
  return (
    <>
      <Time value={row.stopped_at} />
      <span className={classes.under}>
        {row.closed_by === 'stop'
          ? row.cause
            ? t(`sessions:cause.${row.cause}`, { defaultValue: row.cause })
            : t('sessions:causeNone')
          : t(`sessions:closedBy.${row.closed_by}`)}
      </span>
    </>
  )
}

function Row({ row }: { row: AnySession }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const none = <NotSet label={t('ui:notSet')} />
  return (
    <tr>
      <td>
        <Time value={row.started_at} />
      </td>
      <td>
        <Ending row={row} />
      </td>
      <td>{durationText(row.seconds, language)}</td>
      <td className={classes.number}>{bytesText(row.download_bytes, language)}</td>
      <td className={classes.number}>{bytesText(row.upload_bytes, language)}</td>
      <td>
        {row.framed_ip ? <span className={classes.code}>{row.framed_ip}</span> : none}
        {[row.framed_ipv6_address, row.framed_ipv6, row.delegated_ipv6].map((net) =>
          net ? (
            <span key={net} className={classes.under}>
              {net}
            </span>
          ) : null,
        )}
      </td>
      <td>{row.nas_name ?? t('sessions:nasGone')}</td>
      <td>{row.calling ? <span className={classes.code}>{row.calling}</span> : none}</td>
    </tr>
  )
}
