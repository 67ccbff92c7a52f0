import { VisuallyHidden } from '@mantine/core'
import type { SubnetUsage as FigureValues } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './figures.module.css'
import {
  countShort,
  figureMode,
  figureParts,
  figureShort,
  figureText,
  shareText,
  type FigurePart,
} from './utilisation.ts'

const names = { allocated: 'allocated', assigned: 'assigned', in_use: 'inUse' } as const

export interface FiguresOf {
  net: string
  ip_version: IpVersion
  figures: FigureValues
}

const Bar = ({ share, part }: { share: number; part: FigurePart }) => (
  <span className={classes.bar} aria-hidden="true">
    {/* A little that is there is never drawn as nothing. */}
    <span
      data-part={part}
      style={{ inlineSize: share > 0 ? `max(2px, ${(Math.min(share, 1) * 100).toFixed(2)}%)` : 0 }}
    />
  </span>
)

/** The names of the three figures, for the head of their column: they stand above the figures of each row. */
export function FigureHeads({ version }: { version: IpVersion }) {
  const { t } = useTranslation()
  return (
    <span className={classes.row} data-version={version}>
      {figureParts.map((part) => (
        <span key={part} className={classes.head} title={t(`ipam:figures.${names[part]}Hint`)}>
          {t(`ipam:figures.${names[part]}Short`)}
        </span>
      ))}
      {version === 'ipv6' ? <span className={classes.head}>{t('ipam:figures.size')}</span> : null}
    </span>
  )
}

/** The three figures in a row of a list: a value and a bar each. `named` puts the names there too, where no head says them. */
export function FigureRow({ of, named = false }: { of: FiguresOf; named?: boolean }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { figures } = of
  const mode = figureMode(of.ip_version, figures)
  return (
    <span className={classes.row} data-version={of.ip_version} data-named={named || undefined}>
      {figureParts.map((part) => {
        const unseen = part === 'in_use' && figures.in_use_at === null
        const text = unseen ? t('ipam:figures.notSeen') : figureText(part, figures, mode, t, language)
        const name = t(`ipam:figures.${names[part]}`)
        return (
          <span key={part} className={classes.figure} title={t('ipam:figures.one', { name, text })}>
            {named ? (
              <span className={classes.name} aria-hidden="true">
                {name}
              </span>
            ) : null}
            <span className={classes.value} aria-hidden="true">
              {unseen ? '–' : figureShort(part, figures, mode, language)}
            </span>
            <VisuallyHidden>{t('ipam:figures.one', { name, text })}. </VisuallyHidden>
            {mode === 'few' ? null : <Bar part={part} share={unseen ? 0 : figures.share[part]} />}
          </span>
        )
      })}
      {mode === 'units' ? (
        <span className={classes.of} aria-hidden="true">
          {t('ipam:figures.units', { total: countShort(figures.unit.size, language), length: figures.unit.length })}
        </span>
      ) : null}
    </span>
  )
}

/** The three figures of one subnet, each with what it means. */
export function FigureCards({ of, full = false }: { of: FiguresOf; full?: boolean }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { figures } = of
  const mode = figureMode(of.ip_version, figures)
  return (
    <dl className={classes.cards}>
      {figureParts.map((part) => {
        const unseen = part === 'in_use' && figures.in_use_at === null
        return (
          <div key={part} className={classes.card}>
            <dt>{t(`ipam:figures.${names[part]}`)}</dt>
            <dd>
              <span className={classes.big}>
                {unseen
                  ? t('ipam:figures.notSeen')
                  : mode === 'addresses'
                    ? shareText(figures.share[part], language)
                    : figureShort(part, figures, mode, language)}
              </span>
              {mode === 'few' ? null : <Bar part={part} share={unseen ? 0 : figures.share[part]} />}
              {unseen ? null : <span className={classes.exact}>{figureText(part, figures, mode, t, language)}</span>}
              <span className={classes.hint}>
                {t(unseen ? 'ipam:figures.notSeenHint' : `ipam:figures.${names[part]}Hint`)}
                {part === 'in_use' && figures.in_use_at ? (
                  <>
                    {' '}
                    ({t('ipam:figures.seenAt')} <Time value={figures.in_use_at} />)
                  </>
                ) : null}
                {part === 'allocated' && full ? ` ${t('ipam:figures.full')}.` : null}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
