import type { SignalGrade } from '@trunkline/contract/resources/device-enums'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './signal.module.css'
import { gradeBars, gradeTones } from './signal.ts'

/** Grade of a signal: bars, colour and label. */
export function SignalMark({ grade }: { grade: SignalGrade }) {
  const { t } = useTranslation()
  const full = gradeBars[grade]
  return (
    <span className={clsx(classes.mark, classes[gradeTones[grade]])}>
      <svg width="22" height="18" viewBox="0 0 22 18" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 6}
            y={13 - bar * 4}
            width="4"
            height={5 + bar * 4}
            rx="1"
            className={bar < full ? classes.full : classes.hollow}
          />
        ))}
      </svg>
      {t(`lan:grade.${grade}`)}
    </span>
  )
}
