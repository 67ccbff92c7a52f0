import type { Reply } from '@trunkline/contract/endpoint'
import { useMessages } from '../../i18n/messages.ts'
import { nas, type NasDevice } from '@trunkline/contract/resources/nas'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink, type LinkTarget } from '../../ui/link.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { adviceText, reasonText } from '../sessions/login-words.ts'
import { endedOf, loginsOf, sessionsOf } from './links.ts'
import classes from './nas.module.css'

type Health = Reply<typeof nas.health>['data']

/** A NAS that is being set up is watched: what it says is looked for this often while the page is in view. */
const lookEvery = 20_000

function useHealth(id: number) {
  const health = useCall(nas.health, { params: { id } }, { subjects: ['services'] })
  const { refetch } = health
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, lookEvery)
    return () => clearInterval(timer)
  }, [refetch])
  return health
}

/** What is wrong, from what is heard; undefined where nothing is. */
export function troubleOf(
  { auth_at, accept_at, acct_at, never_accounts }: Health,
  is_active: boolean,
): 'off' | 'never' | 'unaccounted' | 'refused' | undefined {
  if (!is_active) return 'off'
  if (never_accounts) return 'unaccounted'
  if (auth_at === null && acct_at === null) return 'never'
  if (auth_at !== null && accept_at === null) return 'refused'
  return undefined
}

/** Where the page's other tab is. */
const setup = { to: '.', search: { tab: 'setup' } }

function Trouble({ health, device }: { health: Health; device: NasDevice }) {
  const { t } = useTranslation()
  const trouble = device.deleted_at ? undefined : troubleOf(health, device.is_active)
  // Packets that are not answered say more than that nothing was heard.
  if (!trouble || (trouble === 'never' && health.unanswered.length > 0)) return null
  const steps: Record<typeof trouble, string[]> = {
    off: [],
    never: ['paste', 'source', 'reach', ...(device.require_message_authenticator ? ['authenticator'] : [])],
    unaccounted: ['accounting', 'acctPort', 'sameSource'],
    refused: ['rejects', 'secret'],
  }
  return (
    <section className={classes.trouble} data-tone={trouble === 'never' ? 'info' : 'warning'} role="status">
      <h2>{t(`nas:trouble.${trouble}.title`)}</h2>
      <p>{t(`nas:trouble.${trouble}.text`, { address: device.address })}</p>
      {steps[trouble].length > 0 ? (
        <ul>
          {steps[trouble].map((step) => (
            <li key={step}>{t(`nas:trouble.step.${step}`, { address: device.address })}</li>
          ))}
        </ul>
      ) : null}
      {trouble === 'never' || trouble === 'unaccounted' ? (
        <p>
          <TextLink {...setup} underline="always" inherit>
            {t('nas:trouble.open')}
          </TextLink>
        </p>
      ) : null}
    </section>
  )
}

/** When the NAS was last heard and how many are online, with what to do where something is wrong. */
export function NasHealth({ device }: { device: NasDevice }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { data, error, isPending, refetch } = useHealth(device.id)
  if (error && !data)
    return (
      <Card>
        <ErrorNotice error={error} retry={() => void refetch()} />
      </Card>
    )
  if (isPending || !data)
    return (
      <Card>
        <DetailSkeleton />
      </Card>
    )
  const health = data.data
  const { id } = device
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const rejected = health.rejects.reduce((sum, one) => sum + one.count, 0)
  const linked = (target: LinkTarget) => (can(radiusSessions.index) ? { link: target } : {})
  const heard = (key: 'auth_at' | 'accept_at' | 'acct_at'): ReactNode => (
    <StatCard
      label={t(`nas:health.${key}`)}
      value={
        <span className={classes.heard}>{health[key] ? <RelativeTime value={health[key]} /> : t('nas:never')}</span>
      }
      hint={<Time value={health[key]} />}
    />
  )
  return (
    <>
      <Trouble health={health} device={device} />
      <div className={classes.stats}>
        <StatCard
          label={t('nas:field.live_sessions')}
          value={number(health.live_sessions)}
          hint={t('nas:health.liveHint')}
          {...linked(sessionsOf(id))}
        />
        <StatCard
          label={t('nas:health.accepts')}
          value={number(health.accepts)}
          hint={t('nas:health.hours')}
          {...linked(loginsOf(id, { accepted: 'true' }))}
        />
        <StatCard
          label={t('nas:health.refused')}
          value={number(rejected)}
          hint={t('nas:health.hours')}
          {...linked(loginsOf(id, { accepted: 'false' }))}
        />
        {heard('auth_at')}
        {heard('accept_at')}
        {heard('acct_at')}
      </div>
    </>
  )
}

/** Why logins at the NAS were refused in the last 24 hours, with what to do about each reason. */
export function NasRejects({ id }: { id: number }) {
  const { t, i18n } = useTranslation()
  useMessages()
  const can = useCan()
  const { data } = useCall(nas.health, { params: { id } }, { subjects: ['services'] })
  if (!data) return null
  const { rejects } = data.data
  const reads = can(radiusSessions.logins)
  return (
    <Card
      title={t('nas:rejects.title')}
      actions={
        reads ? (
          <span className={classes.links}>
            <TextLink {...loginsOf(id)} size="sm">
              {t('nas:rejects.log')}
            </TextLink>
            <TextLink {...endedOf(id)} size="sm">
              {t('nas:rejects.ended')}
            </TextLink>
          </span>
        ) : null
      }
    >
      {rejects.length === 0 ? (
        <p className={layout.note}>{t('nas:rejects.none')}</p>
      ) : (
        <ul className={classes.rejects}>
          {rejects.map((one) => (
            <li key={one.reason}>
              <span className={classes.count}>{one.count.toLocaleString(regional(i18n.language))}</span>
              <span className={classes.reason}>
                {reads ? (
                  <TextLink {...loginsOf(id, { reason: one.reason ?? '' })} inherit>
                    {reasonText(one, t)}
                  </TextLink>
                ) : (
                  reasonText(one, t)
                )}
                <span className={classes.when}>
                  {t('nas:rejects.last')} <RelativeTime value={one.last_at} />
                </span>
              </span>
              <span className={classes.advice}>{adviceText(one.reason, t)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
