import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { answerText, isFinal, toneOfState } from '../sessions/coa-status.ts'
import { searchExactly } from '../sessions/dialler.ts'
import classes from './services.module.css'

const maxShown = 5
/** Milliseconds between two reads while a request is pending. */
const refreshInterval = 1000

/**
 * The latest CoA and Disconnect requests of a service. Pending ones are read until they have a final state, which is
 * announced. Nothing without requests.
 */
export function RequestsCard({ id }: { id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const mine = searchExactly('service_id', String(id))
  const list = useCall(radiusSessions.coa, { query: { ...mine, perPage: 25 } }, { enabled: can(radiusSessions.coa) })
  const rows = useMemo(() => list.data?.data.slice(0, maxShown) ?? [], [list.data])
  const isPending = rows.some((row) => !isFinal(row.state))
  const { refetch } = list
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => void refetch(), refreshInterval)
    return () => clearInterval(timer)
  }, [isPending, refetch])

  const pending = useRef(new Set<number>())
  useEffect(() => {
    for (const row of rows)
      if (!isFinal(row.state)) pending.current.add(row.id)
      else if (pending.current.delete(row.id))
        announce(
          [t(`sessions:value.kind.${row.kind}`), t(`sessions:value.state.${row.state}`), answerText(row)].join(' '),
        )
  }, [rows, t])

  if (!can(radiusSessions.coa)) return null
  if (rows.length === 0 && !list.error) return null
  return (
    <Card
      title={t('services:requests.title')}
      actions={
        <TextLink to={paths.sessions.requests} search={mine} size="sm">
          {t('services:requests.all')}
        </TextLink>
      }
    >
      {list.error ? <ErrorNotice error={list.error} retry={() => void list.refetch()} inline /> : null}
      <ol className={classes.requests}>
        {rows.map((row) => {
          const answer = answerText(row)
          return (
            <li key={row.id}>
              <span className={classes.requestState}>
                <StatusBadge tone={toneOfState(row.state)}>{t(`sessions:value.state.${row.state}`)}</StatusBadge>
              </span>
              <span className={classes.requestText}>
                <span>
                  {t(`sessions:value.kind.${row.kind}`)} · {t(`sessions:value.reason.${row.reason}`)}
                  {row.nas_name ? ` · ${row.nas_name}` : null}
                </span>
                <span className={classes.below}>
                  <RelativeTime value={row.created_at} /> · {answer || t(`sessions:coa.stateText.${row.state}`)}
                </span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
