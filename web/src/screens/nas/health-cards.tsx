import type { Reply } from '@trunkline/contract/endpoint'
import { useMessages } from '../../i18n/messages.ts'
import { nas, type NasDevice } from '@trunkline/contract/resources/nas'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import clsx from 'clsx'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { TextLink, type LinkTarget } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { useNumber } from '../../ui/use-number.ts'
import layout from '../../ui/layout.module.css'
import { adviceText, reasonText } from '../sessions/login-words.ts'
import { endedSessionsOf, loginsOf, sessionsOf } from './links.ts'
import classes from './nas.module.css'

type Health = Reply<typeof nas.health>['data']

/** Interval for reading the health while the page is visible, for a NAS that is being set up. Milliseconds. */
const interval = 20_000

function useHealth(id: number) {
  const query = useCall(nas.health, { params: { id } }, { subjects: ['services'] })
  const { refetch } = query
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, interval)
    return () => clearInterval(timer)
  }, [refetch])
  return { ...query, data: query.data?.data }
}

/** The problem that the health shows; undefined without one. */
export function problemOf(
  { auth_at, accept_at, acct_at, never_accounts }: Health,
  is_active: boolean,
): 'inactive' | 'never' | 'unaccounted' | 'rejected' | undefined {
  if (!is_active) return 'inactive'
  if (never_accounts) return 'unaccounted'
  if (auth_at === null && acct_at === null) return 'never'
  if (auth_at !== null && accept_at === null) return 'rejected'
  return undefined
}

function ProblemNotice({ health, device }: { health: Health; device: NasDevice }) {
  const { t } = useTranslation()
  const problem = device.deleted_at ? undefined : problemOf(health, device.is_active)
  // The notice about unanswered packets is more specific than "no packets".
  if (!problem || (problem === 'never' && health.unanswered.length > 0)) return null
  const steps: Record<typeof problem, string[]> = {
    inactive: [],
    never: ['paste', 'source', 'reach', ...(device.require_message_authenticator ? ['authenticator'] : [])],
    unaccounted: ['accounting', 'acctPort', 'sameSource'],
    rejected: ['rejects', 'secret'],
  }
  return (
    <section className={classes.problem} data-tone={problem === 'never' ? 'info' : 'warning'} role="status">
      <h2>{t(`nas:problem.${problem}.title`)}</h2>
      <p>{t(`nas:problem.${problem}.text`)}</p>
      {steps[problem].length > 0 ? (
        <ul>
          {steps[problem].map((step) => (
            <li key={step}>{t(`nas:problem.step.${step}`, { address: device.address })}</li>
          ))}
        </ul>
      ) : null}
      {problem === 'never' || problem === 'unaccounted' ? (
        <p>
          <TextLink to="." search={{ tab: 'setup' }} underline="always" inherit>
            {t('nas:problem.open')}
          </TextLink>
        </p>
      ) : null}
    </section>
  )
}

/** The last packets, logins and sessions of a NAS, with a solution for a problem. */
export function NasHealth({ device }: { device: NasDevice }) {
  const { t } = useTranslation()
  const can = useCan()
  const number = useNumber()
  const { id } = device
  const stat = (label: string, value: number, hint: string, list: LinkTarget) => (
    <StatCard
      label={t(label)}
      value={number(value)}
      hint={t(hint)}
      link={can(radiusSessions.index) ? list : undefined}
    />
  )
  return (
    <Loaded
      of={useHealth(id)}
      skeleton={
        <Card>
          <DetailSkeleton />
        </Card>
      }
    >
      {(health) => (
        <>
          <ProblemNotice health={health} device={device} />
          <div className={classes.stats}>
            {stat('nas:field.live_sessions', health.live_sessions, 'nas:health.liveHint', sessionsOf(id))}
            {stat('nas:health.accepts', health.accepts, 'nas:health.hours', loginsOf(id, { accepted: 'true' }))}
            {stat(
              'nas:health.rejects',
              health.rejects.reduce((sum, { count }) => sum + count, 0),
              'nas:health.hours',
              loginsOf(id, { accepted: 'false' }),
            )}
            {(['auth_at', 'accept_at', 'acct_at'] as const).map((key) => (
              <StatCard
                key={key}
                label={t(`nas:health.${key}`)}
                value={
                  <span className={classes.packetTime}>
                    {health[key] ? <RelativeTime value={health[key]} /> : t('nas:never')}
                  </span>
                }
                hint={<Time value={health[key]} />}
              />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

/** The reasons of the logins rejected in the last 24 hours, with a solution for each. */
export function NasRejects({ id }: { id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const number = useNumber()
  const { data } = useCall(nas.health, { params: { id } }, { subjects: ['services'] })
  if (!data) return null
  const { rejects } = data.data
  return (
    <Card
      title={t('nas:rejects.title')}
      actions={
        can(radiusSessions.logins) ? (
          <span className={layout.buttons}>
            <TextLink {...loginsOf(id)} size="sm">
              {t('nas:rejects.log')}
            </TextLink>
            <TextLink {...endedSessionsOf(id)} size="sm">
              {t('nas:rejects.ended')}
            </TextLink>
          </span>
        ) : null
      }
    >
      {rejects.length === 0 ? (
        <p className={layout.note}>{t('nas:rejects.none')}</p>
      ) : (
        <ul className={clsx(layout.list, classes.rejects)}>
          {rejects.map((reject) => (
            <li key={reject.reason}>
              <span className={classes.count}>{number(reject.count)}</span>
              <span className={layout.stacked}>
                {can(radiusSessions.logins) ? (
                  <TextLink {...loginsOf(id, { reason: reject.reason ?? '' })} inherit>
                    {reasonText(reject, t)}
                  </TextLink>
                ) : (
                  reasonText(reject, t)
                )}
                <span className={layout.hint}>
                  {t('nas:rejects.last')} <RelativeTime value={reject.last_at} />
                </span>
              </span>
              <span className={clsx(layout.hint, classes.advice)}>{adviceText(reject.reason, t)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
