import type { SignalGrade } from '@trunkline/contract/resources/device-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import { SignalMark } from './signal-mark.tsx'
import classes from './signal.module.css'
import { partsOf, placeOn, type Scale, type SignalKey } from './signal.ts'

/** One figure of a modem: its value and word, and where it stands between poor and excellent. */
export function SignalScale({
  of: { key, value, grade, scale },
}: {
  of: { key: SignalKey; value: number; grade: SignalGrade; scale: Scale }
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const number = (of: number) => of.toLocaleString(language)
  return (
    <li className={classes.figure}>
      <div className={classes.figureHead}>
        <span className={classes.figureName}>
          {t(`lan:signal.${key}`)} <span className={classes.figureText}>{t(`lan:signalText.${key}`)}</span>
        </span>
        <span className={classes.figureValue}>
          <strong>
            {number(value)} {scale.unit}
          </strong>
          <SignalMark grade={grade} />
        </span>
      </div>
      <div className={classes.scale} aria-hidden="true">
        {partsOf(scale).map(({ grade: part, share }) => (
          <span key={part} className={classes.part} data-grade={part} style={{ flexGrow: share }} />
        ))}
        <span className={classes.needle} style={{ insetInlineStart: `${placeOn(scale, value)}%` }} />
      </div>
      <div className={classes.bounds} aria-hidden="true">
        {scale.bounds.map((bound) => (
          <span key={bound} style={{ insetInlineStart: `${placeOn(scale, bound)}%` }}>
            {number(bound)}
          </span>
        ))}
      </div>
    </li>
  )
}
