import { useTranslation } from '../../i18n/use-translation.ts'
import { StateCell, StateLink, StateStrip, StateText } from '../../detail/state-strip.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useNumber } from '../../ui/use-number.ts'
import { useDiallerPath } from '../sessions/dialler.ts'
import { reasonText } from '../sessions/login-words.ts'
import { tabLink } from './company-cards.tsx'
import type { CompanySummaryData } from './company-tabs.tsx'

interface State {
  key: string
  tone: Tone
  /** Of the card. */
  figure: string
}

const up: State = { key: 'up', tone: 'good', figure: 'online' }
const down: State = { key: 'down', tone: 'bad', figure: 'offline' }
const online: State = { key: 'online', tone: 'good', figure: 'online' }
const offline: State = { key: 'offline', tone: 'bad', figure: 'offline' }

/** What is shown of each card; numbers of 0 are left out. */
const kinds: { card: string; tab: { tab: string; part?: string }; states: State[] }[] = [
  {
    card: 'services',
    tab: { tab: 'services' },
    states: [up, down, { key: 'suspended', tone: 'warning', figure: 'suspended' }],
  },
  { card: 'vpn-dialups', tab: { tab: 'services', part: 'vpn-dialups' }, states: [up, down] },
  {
    card: 'sites',
    tab: { tab: 'sites' },
    states: [online, { key: 'partial', tone: 'warning', figure: 'partial' }, offline],
  },
  {
    card: 'hardware',
    tab: { tab: 'devices' },
    states: [online, offline, { key: 'unknown', tone: 'neutral', figure: 'unknown' }],
  },
]

/** Whether services, sites and devices work, and the last rejected login. Each number opens the rows that it counts. */
export function CompanyState({ summary }: { summary: CompanySummaryData }) {
  const { t } = useTranslation()
  const number = useNumber()
  const { company, cards } = summary
  return (
    <StateStrip label={t('companies:state.title')}>
      {kinds.map(({ card: key, tab, states }) => {
        const card = cards.find((one) => one.key === key)
        // VPN dial-ups are rare: a company without one does not need a cell for them.
        if (!card || (key === 'vpn-dialups' && card.total === 0)) return null
        const parts = states.flatMap((state) => {
          const figure = card.figures.find((one) => one.key === state.figure)
          return figure && figure.value > 0 ? [{ ...state, value: figure.value, search: figure.search }] : []
        })
        return (
          <StateCell
            key={key}
            label={t(`companies:state.${key}`)}
            total={number(card.total)}
            link={tabLink(company.id, tab)}
          >
            {parts.length === 0 ? (
              <StateText>{t(`companies:state.none.${card.total === 0 ? key : 'idle'}`)}</StateText>
            ) : (
              parts.map((part) => (
                <StateLink key={part.key} link={tabLink(company.id, tab, part.search)}>
                  <StatusBadge tone={part.tone}>
                    {t(`companies:state.${part.key}`, { number: number(part.value) })}
                  </StatusBadge>
                </StateLink>
              ))
            )}
          </StateCell>
        )
      })}
      {summary.counts.services === null ? null : <LastRejection summary={summary} />}
    </StateStrip>
  )
}

/** The last rejected login: who, why, when and where, with the service and the list of all. */
function LastRejection({ summary: { company, last_rejection: last } }: { summary: CompanySummaryData }) {
  const { t } = useTranslation()
  useMessages()
  const pathOf = useDiallerPath()
  const to = last ? pathOf(last) : undefined
  return (
    <StateCell
      wide
      label={t('companies:state.lastRejection')}
      link={tabLink(company.id, { tab: 'services', part: 'logins' }, 'accepted:0')}
    >
      {last ? (
        <>
          <StatusBadge tone="bad">{reasonText(last, t)}</StatusBadge>
          <StateText>
            {to ? (
              <TextLink to={to} inherit>
                {last.username}
              </TextLink>
            ) : (
              last.username
            )}
            {' · '}
            <RelativeTime value={last.at} />
            {last.nas_name ? ` · ${last.nas_name}` : null}
          </StateText>
        </>
      ) : (
        <StateText>{t('companies:state.none.rejection')}</StateText>
      )}
    </StateCell>
  )
}
