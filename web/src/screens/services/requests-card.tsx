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
import { answerText, isFinal, toneOfState } from '../sessions/coa-words.ts'
import { only } from '../sessions/dialler.ts'
import classes from './services.module.css'

/** How many are shown, and how often those without an end are looked at. */
const shown = 5
const lookEvery = 1000

/**
 * What NAS devices were asked about this service, latest first, each with its state as it is: a request is not done by
 * being asked. Those without an end are looked at until they have one. Nothing where nobody was asked.
 */
export function RequestsCard({ id }: { id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const mine = only('service_id', String(id))
  const list = useCall(radiusSessions.coa, { query: { ...mine, perPage: 25 } }, { enabled: can(radiusSessions.coa) })
  const rows = useMemo(() => list.data?.data.slice(0, shown) ?? [], [list.data])
  const open = rows.some((row) => !isFinal(row.state))
  const { refetch } = list
  useEffect(() => {
    if (!open) return
    const timer = setInterval(() => void refetch(), lookEvery)
    return () => clearInterval(timer)
  }, [open, refetch])

  // Those that were seen without an end are told when they come to it.
  const waiting = useRef(new Set<number>())
  useEffect(() => {
    for (const row of rows)
      if (!isFinal(row.state)) waiting.current.add(row.id)
      else if (waiting.current.delete(row.id))
        announce([t(`sessions:coa.kind.${row.kind}`), t(`sessions:coa.state.${row.state}`), answerText(row)].join(' '))
  }, [rows, t])

  if (!can(radiusSessions.coa)) return null
  if (list.error)
    return (
      <Card title={t('services:requests.title')}>
        <ErrorNotice error={list.error} retry={() => void list.refetch()} inline />
      </Card>
    )
  if (rows.length === 0) return null
  return (
    <Card
      title={t('services:requests.title')}
      actions={
        <TextLink to={paths.sessions.requests} search={mine} size="sm">
          {t('services:requests.all')}
        </TextLink>
      }
    >
      <ol className={classes.requests}>
        {rows.map((row) => {
          const answer = answerText(row)
          return (
            <li key={row.id}>
              <span className={classes.requestState}>
                <StatusBadge tone={toneOfState(row.state)}>{t(`sessions:coa.state.${row.state}`)}</StatusBadge>
              </span>
              <span className={classes.requestText}>
                <span>
                  {t(`sessions:coa.kind.${row.kind}`)} · {t(`sessions:coa.why.${row.reason}`)}
                  {row.nas_name ? ` · ${row.nas_name}` : null}
                </span>
                <span className={classes.under}>
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
