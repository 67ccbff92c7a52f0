import type { SignalGrade } from '@trunkline/contract/resources/device-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import { SignalMark } from './signal-mark.tsx'
import classes from './signal.module.css'
import { scalePosition, scaleSegments, signalLabel, type Scale, type SignalKey } from './signal.ts'

/** One metric of a modem: its value, grade and position on the scale. */
export function SignalScale({
  of: { key, value, grade, scale },
}: {
  of: { key: SignalKey; value: number; grade: SignalGrade; scale: Scale }
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const number = (amount: number) => amount.toLocaleString(language)
  return (
    <li className={classes.metric}>
      <div className={classes.metricHead}>
        <span className={classes.metricName}>
          {signalLabel(key)} <span className={classes.metricText}>{t(`lan:signalText.${key.replace('nr_', '')}`)}</span>
        </span>
        <span className={classes.metricValue}>
          <strong>
            {number(value)} {scale.unit}
          </strong>
          <SignalMark grade={grade} />
        </span>
      </div>
      <div className={classes.scale} aria-hidden="true">
        {scaleSegments(scale).map(({ grade: segment, share }) => (
          <span key={segment} className={classes.segment} data-grade={segment} style={{ flexGrow: share }} />
        ))}
        <span className={classes.marker} style={{ insetInlineStart: `${scalePosition(scale, value)}%` }} />
      </div>
      <div className={classes.bounds} aria-hidden="true">
        {scale.bounds.map((bound) => (
          <span key={bound} style={{ insetInlineStart: `${scalePosition(scale, bound)}%` }}>
            {number(bound)}
          </span>
        ))}
      </div>
    </li>
  )
}
