import { notificationTargets, type NotificationDelivery } from '@trunkline/contract/resources/notification-target'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { QueryResult } from '../../ui/query-result.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from './notification-targets.module.css'

const tones: Record<NotificationDelivery['state'], Tone> = {
  queued: 'info',
  sent: 'good',
  failed: 'bad',
  dropped: 'neutral',
}

/** Milliseconds between two readings while a message is on its way. */
const refreshInterval = 1500

/** The last messages to a target, with the reply to the last attempt of each. */
export function DeliveriesCard({ id }: { id: number }) {
  const { t } = useTranslation()
  useMessages()
  const list = useCall(notificationTargets.deliveries, { params: { id } }, { every: refreshInterval, row: id })
  return (
    <Card title={t('notification-targets:delivery.title')}>
      <QueryResult
        query={list}
        rows={list.data?.data}
        skeleton={{ rows: 3, columns: 5 }}
        empty={{ title: t('notification-targets:delivery.none'), text: t('notification-targets:delivery.noneText') }}
      >
        {(rows) => (
          <SimpleTable
            label={t('notification-targets:delivery.title')}
            rows={rows}
            tableClassName={classes.table}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'at',
                header: t('notification-targets:delivery.at'),
                cell: (row) => <Time value={row.created_at} />,
              },
              {
                key: 'what',
                header: t('notification-targets:delivery.what'),
                cell: (row) => (
                  <span className={layout.stacked}>
                    <span>{t(`notification-targets:value.event.${row.event}`)}</span>
                    {row.summary === null ? null : <span className={layout.quiet}>{textOf(row.summary)}</span>}
                  </span>
                ),
              },
              {
                key: 'state',
                header: t('notification-targets:field.status'),
                cell: (row) => (
                  <span className={layout.stacked}>
                    <StatusBadge tone={tones[row.state]}>
                      {t(`notification-targets:value.delivery.${row.state}`)}
                    </StatusBadge>
                    {row.together === null ? null : (
                      <span className={layout.quiet}>
                        {t('notification-targets:delivery.together', { number: row.together })}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                key: 'attempts',
                header: t('notification-targets:delivery.attempts'),
                cell: (row) => (
                  <span className={layout.stacked}>
                    <span>{row.attempts}</span>
                    {row.next_at === null ? null : (
                      <span className={layout.quiet}>
                        {t('notification-targets:delivery.next')} <Time value={row.next_at} />
                      </span>
                    )}
                  </span>
                ),
              },
              {
                key: 'reply',
                header: t('notification-targets:delivery.reply'),
                cell: (row) => (
                  <span className={layout.stacked}>
                    {row.error === null ? null : <span>{textOf(row.error)}</span>}
                    {row.http_status === null ? null : (
                      <span>
                        {t('notification-targets:delivery.status', {
                          status: row.http_status,
                          ms: row.duration_ms ?? 0,
                        })}
                      </span>
                    )}
                    {row.response ? <code>{row.response.slice(0, 300)}</code> : null}
                  </span>
                ),
              },
            ]}
          />
        )}
      </QueryResult>
    </Card>
  )
}
