import { useId } from 'react'
import layout from '../../ui/layout.module.css'
import classes from './devices.module.css'

/** The shares from which a bar changes its colour. */
const WARNING_FROM = 0.75
const CRITICAL_FROM = 0.9

/** A share as a bar, with its text. */
export function Meter({
  label,
  part,
  text,
}: {
  label: string
  /** 0 to 1; null: unknown. */
  part: number | null
  text: string
}) {
  const id = useId()
  const share = part === null ? null : Math.min(1, Math.max(0, part))
  return (
    <div className={classes.meter}>
      <span id={id} className={layout.smallNote}>
        {label}
      </span>
      <span className={classes.meterText}>{text}</span>
      {share === null ? null : (
        <div
          className={classes.track}
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text}
        >
          <span
            className={classes.filled}
            data-level={share >= CRITICAL_FROM ? 'critical' : share >= WARNING_FROM ? 'warning' : 'normal'}
            style={{ inlineSize: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
