import { radiusSessions, type LiveSession } from '@trunkline/contract/resources/radius-session'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { bytesText, durationText, rateText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { Code, NasName } from '../sessions/cells.tsx'
import { searchExactly } from '../sessions/dialler.ts'
import { loginText } from '../sessions/login-words.ts'
import { OnlineBadge } from './badges.tsx'
import classes from './services.module.css'
import { averageRate, rateBetween, type Rate } from './session-rate.ts'

/** Sessions shown here; all of them are on their tab. */
const maxShown = 3
/** Milliseconds. */
const refreshInterval = 10_000

/** The latest rate of each session by its id, between the last two reports that this page has seen. */
function useRates(sessions: readonly LiveSession[]): ReadonlyMap<string, Rate> {
  const [state, setState] = useState({ seen: new Map<string, LiveSession>(), rates: new Map<string, Rate>() })
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

/** The sessions that are online, with address, NAS, volume and rate, and the last login. */
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
        <p className={layout.note}>{t(`services:live.offline.${of.deleted_at ? 'deleted' : of.status}`)}</p>
      ) : (
        <div className={classes.live}>
          {of.live.slice(0, maxShown).map((session) => (
            <LiveSessionFacts key={session.id} session={session} rate={rates.get(session.id)} />
          ))}
          {of.live.length > maxShown ? (
            <TextLink
              to={paths[of.live[0]?.service_kind === 'vpn-dialup' ? 'dialups' : 'services'].details(of.id)}
              search={{ tab: 'sessions' }}
            >
              {t('services:live.more', { count: of.live.length - maxShown })}
            </TextLink>
          ) : null}
        </div>
      )}
      <LastLogin id={of.id} />
    </Card>
  )
}

/** The latest login, with its reason where it was rejected, and the link to all of them. */
function LastLogin({ id }: { id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const mine = searchExactly('service_id', String(id))
  const list = useCall(
    radiusSessions.logins,
    { query: { ...mine, perPage: 25 } },
    { enabled: can(radiusSessions.logins), every: refreshInterval },
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
        {t('sessions:logins.all')}
      </TextLink>
    </div>
  )
}

function LiveSessionFacts({ session, rate }: { session: LiveSession; rate: Rate | undefined }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const below = (text: string) => <span className={classes.below}>{text}</span>
  const copied = (value: string | null) =>
    value ? (
      <span className={layout.copied}>
        <Code value={value} /> <CopyButton value={value} what={value} />
      </span>
    ) : null
  const ipv6 = session.delegated_ipv6 ?? session.framed_ipv6 ?? session.framed_ipv6_address
  const shown = rate ?? averageRate(session)
  const both = (down: string, up: string) => t('tariffs:summary.rates', { down, up })
  return (
    <FactList
      facts={[
        {
          label: t('services:live.since'),
          value: (
            <>
              <Time value={session.started_at} />
              {below(durationText(session.seconds, language))}
            </>
          ),
        },
        { label: t('sessions:field.framed_ip'), value: copied(session.framed_ip) },
        ...(ipv6 ? [{ label: t('services:live.ipv6'), value: copied(ipv6) }] : []),
        {
          label: t('sessions:field.nas_name'),
          value: (
            <>
              <NasName row={session} />
              {session.nas_name && session.nas_port ? below(session.nas_port) : null}
            </>
          ),
        },
        { label: t('sessions:field.calling'), value: copied(session.calling) },
        {
          label: t('services:live.bytes'),
          value: both(bytesText(session.download_bytes, language), bytesText(session.upload_bytes, language)),
        },
        {
          label: t(rate ? 'services:live.rate' : 'services:live.average'),
          value: shown && both(rateText(shown.download, language), rateText(shown.upload, language)),
        },
        { label: t('sessions:field.updated_at'), value: <Time value={session.updated_at} /> },
      ]}
    />
  )
}
