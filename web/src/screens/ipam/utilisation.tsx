import { VisuallyHidden } from '@mantine/core'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './utilisation.module.css'
import { countShort, countModeOf, measures, shortText, fullText, type Measure } from './utilisation-format.ts'

const names = { allocated: 'allocated', assigned: 'assigned', in_use: 'inUse' } as const

type Utilised = Pick<SubnetNode, 'net' | 'ip_version' | 'figures'>

const Bar = ({ share, part }: { share: number; part: Measure }) => (
  <span className={classes.bar} aria-hidden="true">
    {/* A share above zero is always visible. */}
    <span
      data-part={part}
      style={{ inlineSize: share > 0 ? `max(2px, ${(Math.min(share, 1) * 100).toFixed(2)}%)` : 0 }}
    />
  </span>
)

/** The header of the utilisation column: the names of the three measures. */
export function UtilisationHeads({ version }: { version: IpVersion }) {
  const { t } = useTranslation()
  return (
    <span className={classes.row} data-version={version}>
      {measures.map((part) => (
        <span key={part} className={classes.head} title={t(`ipam:utilisation.${names[part]}Hint`)}>
          {t(`ipam:utilisation.${names[part]}Short`)}
        </span>
      ))}
      {version === 'ipv6' ? <span className={classes.head}>{t('ipam:utilisation.size')}</span> : null}
    </span>
  )
}

/** The texts and bars of the measures of a subnet. */
function useMeasures({ ip_version, figures }: Utilised) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const mode = countModeOf(ip_version, figures)
  const { unit } = figures
  return {
    /** The number of allocation units, where these are counted. */
    units:
      mode === 'units'
        ? t('ipam:utilisation.units', { total: countShort(unit.size, language), length: unit.length })
        : null,
    rows: measures.map((part) => {
      const unmeasured = part === 'in_use' && figures.in_use_at === null
      return {
        part,
        unmeasured,
        name: t(`ipam:utilisation.${names[part]}`),
        text: unmeasured ? t('ipam:utilisation.unmeasured') : fullText(part, figures, mode, t, language),
        short: unmeasured ? '–' : shortText(part, figures, mode, language),
        bar: mode === 'few' ? null : <Bar part={part} share={unmeasured ? 0 : figures.share[part]} />,
      }
    }),
  }
}

/** Utilisation in a row of a list: a value and a bar for each measure. `named` adds the names where there is no header. */
export function UtilisationRow({ of, named = false }: { of: Utilised; named?: boolean }) {
  const { t } = useTranslation()
  const { units, rows } = useMeasures(of)
  return (
    <span className={classes.row} data-version={of.ip_version} data-named={named || undefined}>
      {rows.map(({ part, name, text, short, bar }) => (
        <span key={part} className={classes.measure} title={t('ipam:utilisation.one', { name, text })}>
          {named ? (
            <span className={classes.name} aria-hidden="true">
              {name}
            </span>
          ) : null}
          <span className={classes.value} aria-hidden="true">
            {short}
          </span>
          <VisuallyHidden>{t('ipam:utilisation.one', { name, text })}. </VisuallyHidden>
          {bar}
        </span>
      ))}
      {units === null ? null : (
        <span className={classes.of} aria-hidden="true">
          {units}
        </span>
      )}
    </span>
  )
}

/** The utilisation of one subnet, with an explanation of each measure. */
export function UtilisationCards({ of, full = false }: { of: Utilised; full?: boolean }) {
  const { t } = useTranslation()
  const measuredAt = of.figures.in_use_at
  return (
    <dl className={classes.cards}>
      {useMeasures(of).rows.map(({ part, unmeasured, name, text, short, bar }) => (
        <div key={part} className={classes.card}>
          <dt>{name}</dt>
          <dd>
            <span className={classes.big}>{unmeasured ? text : short}</span>
            {bar}
            {unmeasured ? null : <span className={classes.exact}>{text}</span>}
            <span className={classes.hint}>
              {t(unmeasured ? 'ipam:utilisation.unmeasuredHint' : `ipam:utilisation.${names[part]}Hint`)}
              {part === 'in_use' && measuredAt ? (
                <>
                  {' '}
                  ({t('ipam:utilisation.measuredAt')} <Time value={measuredAt} />)
                </>
              ) : null}
              {part === 'allocated' && full ? ` ${t('ipam:field.mark_full')}.` : null}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
