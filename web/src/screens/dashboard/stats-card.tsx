import { Stack } from '@mantine/core'
import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { PlainLink, type LinkTarget } from '../../ui/link.tsx'
import classes from './dashboard.module.css'

/** The list behind the numbers of a subject. */
const subjectLists: Partial<Record<DashboardCard['subject'], string>> = {
  companies: paths.companies.list,
  users: paths.users.list,
  'user-invites': paths.invites.list,
  outbox: paths.outbox.list,
  'audit-log': paths.audit.list,
  subnets: paths.ipam.list('ipv4'),
  services: paths.services.list,
  'vpn-dialups': paths.dialups.list,
  hardware: paths.hardware.list,
  sites: paths.sites.list,
  licences: paths.licences.list,
}

/** Cards that count other rows than those of their subject. */
const cardLists: Record<string, string | undefined> = {
  sessions: paths.sessions.list,
  'dead-letters': paths.sessions.deadLetters,
  commands: paths.hardware.commands,
}

type Figure = DashboardCard['figures'][number]

function figureText({ value, unit }: Figure, language: string): string {
  if (unit === 'bytes') return bytesText(value, language)
  if (unit === 'seconds') return durationText(value, language)
  return value.toLocaleString(language)
}

/** The list of a card with its filter. */
export const cardLink = ({ key, subject }: DashboardCard, search: string | undefined): LinkTarget | undefined => {
  const to = cardLists[key] ?? subjectLists[subject]
  return to === undefined ? undefined : { to, search: search ? { search } : undefined }
}

/**
 * The statistics of one subject. Each number links to the list that it counts, with the same filter.
 * @param link where a page has these lists itself
 */
export function StatsCard({ card, link = cardLink }: { card: DashboardCard; link?: typeof cardLink }) {
  const { t, i18n } = useTranslation()
  const whole = link(card, undefined)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const name = t(`dashboard:card.${card.key}`, { defaultValue: card.key })
  return (
    <Card>
      <Stack gap="xs" className={classes.count}>
        <h2 className={classes.head}>{name}</h2>
        {whole ? (
          <PlainLink
            {...whole}
            className={classes.total}
            aria-label={`${t('dashboard:show', { name })}: ${number(card.total)}`}
          >
            {number(card.total)}
          </PlainLink>
        ) : (
          <span className={classes.total}>{number(card.total)}</span>
        )}
        <ul className={classes.rows}>
          {card.figures.map((figure) => {
            const content = (
              <>
                <span className={classes.label}>
                  <span className={classes.dot} data-tone={figure.tone} aria-hidden="true" />
                  {t(`dashboard:figure.${figure.key}`, { defaultValue: figure.key })}
                </span>
                <span className={figure.value === 0 ? classes.zero : classes.value}>
                  {figureText(figure, i18n.language)}
                </span>
              </>
            )
            const part = link(card, figure.search)
            return (
              <li
                key={figure.key}
                data-attention={
                  figure.value > 0 && (figure.tone === 'bad' || figure.tone === 'warning') ? true : undefined
                }
              >
                {part ? (
                  <PlainLink {...part} className={classes.row}>
                    {content}
                  </PlainLink>
                ) : (
                  <span className={classes.row}>{content}</span>
                )}
              </li>
            )
          })}
        </ul>
      </Stack>
    </Card>
  )
}
