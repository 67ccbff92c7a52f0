import { radiusSessions, type LiveSession } from '@trunkline/contract/resources/radius-session'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { nas } from '@trunkline/contract/resources/nas'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { bytesText, durationText, rateText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList, NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { only } from '../sessions/dialler.ts'
import { loginText } from '../sessions/login-words.ts'
import { OnlineBadge } from './badges.tsx'
import classes from './services.module.css'
import { averageRate, rateBetween, type Counted, type Rate } from './session-rate.ts'

/** Sessions drawn here; all of them are on their tab. */
const drawn = 3
const lookEvery = 10_000

/** The latest rate of each session, between its last two reports that this page has seen. */
function useRates(sessions: readonly LiveSession[]): ReadonlyMap<string, Rate> {
  const [state, setState] = useState<{ seen: ReadonlyMap<string, Counted>; rates: ReadonlyMap<string, Rate> }>({
    seen: new Map(),
    rates: new Map(),
  })
  useEffect(() => {
    setState(({ seen, rates }) => ({
      seen: new Map(sessions.map((one) => [one.id, one])),
      rates: new Map(
        sessions.flatMap((one) => {
          const before = seen.get(one.id)
          const rate = (before && rateBetween(before, one)) ?? rates.get(one.id)
          return rate ? [[one.id, rate] as const] : []
        }),
      ),
    }))
  }, [sessions])
  return state.rates
}

/** What is online now: since when, at which address and NAS, how much and how fast. */
export function LiveCard({ of }: { of: Service }) {
  const { t } = useTranslation()
  const rates = useRates(of.live)
  return (
    <Card
      title={t('services:live.title')}
      actions={
        <span role="status">
          <OnlineBadge online={of.live.length > 0} />
        </span>
      }
    >
      {of.live.length === 0 ? (
        <p className={classes.note}>{t(`services:live.offline.${of.deleted_at ? 'deleted' : of.status}`)}</p>
      ) : (
        <div className={classes.sessions}>
          {of.live.slice(0, drawn).map((session) => (
            <Session key={session.id} session={session} rate={rates.get(session.id)} />
          ))}
          {of.live.length > drawn ? (
            <TextLink
              to={paths[of.live[0]?.service_kind === 'vpn-dialup' ? 'dialups' : 'services'].details(of.id)}
              search={{ tab: 'sessions' }}
            >
              {t('services:live.more', { count: of.live.length - drawn })}
            </TextLink>
          ) : null}
        </div>
      )}
      <LastLogin id={of.id} />
    </Card>
  )
}

/** The latest login that was tried, with its reason where it was refused, and the way to all of them. */
function LastLogin({ id }: { id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const mine = only('service_id', String(id))
  const list = useCall(
    radiusSessions.logins,
    { query: { ...mine, perPage: 25 } },
    { enabled: can(radiusSessions.logins), every: lookEvery },
  )
  const last = list.data?.data[0]
  if (!can(radiusSessions.logins)) return null
  return (
    <div className={classes.lastLogin}>
      {last ? (
        <>
          <span>{t('services:live.lastLogin')}</span>
          <StatusBadge tone={last.accepted ? 'good' : 'bad'}>{loginText(last, t)}</StatusBadge>
          <RelativeTime value={last.at} />
        </>
      ) : list.data ? (
        <span>{t('services:live.noLogin')}</span>
      ) : null}
      <TextLink to={paths.sessions.logins} search={mine} className={classes.allLogins}>
        {t('services:action.logins')}
      </TextLink>
    </div>
  )
}

function Session({ session, rate }: { session: LiveSession; rate: Rate | undefined }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const can = useCan()
  const code = (value: string | null) =>
    value ? (
      <span className={classes.copied}>
        <span className={classes.code}>{value}</span> <CopyButton value={value} what={value} />
      </span>
    ) : (
      <NotSet label={t('ui:notSet')} />
    )
  const shown = rate ?? averageRate(session)
  return (
    <FactList
      facts={[
        {
          label: t('services:live.since'),
          value: (
            <>
              <Time value={session.started_at} />
              <span className={classes.under}>{durationText(session.seconds, language)}</span>
            </>
          ),
        },
        { label: t('services:live.ipv4'), value: code(session.framed_ip) },
        ...(session.framed_ipv6_address || session.framed_ipv6 || session.delegated_ipv6
          ? [
              {
                label: t('services:live.ipv6'),
                value: code(session.delegated_ipv6 ?? session.framed_ipv6 ?? session.framed_ipv6_address),
              },
            ]
          : []),
        {
          label: t('services:live.nas'),
          value: session.nas_name ? (
            <>
              {can(nas.show) ? (
                <TextLink to={paths.nas.details(session.nas_id)}>{session.nas_name}</TextLink>
              ) : (
                session.nas_name
              )}
              {session.nas_port ? <span className={classes.under}>{session.nas_port}</span> : null}
            </>
          ) : null,
        },
        { label: t('services:live.calling'), value: session.calling ? code(session.calling) : null },
        {
          label: t('services:live.bytes'),
          value: t('services:live.both', {
            down: bytesText(session.download_bytes, language),
            up: bytesText(session.upload_bytes, language),
          }),
        },
        {
          label: t(rate ? 'services:live.rate' : 'services:live.average'),
          value: shown
            ? t('services:live.both', {
                down: rateText(shown.download, language),
                up: rateText(shown.upload, language),
              })
            : null,
        },
        { label: t('services:live.heard'), value: <Time value={session.updated_at} /> },
      ]}
    />
  )
}
