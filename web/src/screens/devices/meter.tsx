import { useId } from 'react'
import classes from './devices.module.css'

/** From these parts of the whole on, a bar says that it gets tight. */
const tight = 0.75
const full = 0.9

/** A part of a whole as a bar, with its words beside it. */
export function Meter({
  label,
  part,
  text,
}: {
  label: string
  /** From 0 to 1; null where it is not known. */
  part: number | null
  text: string
}) {
  const id = useId()
  const known = part === null ? null : Math.min(1, Math.max(0, part))
  return (
    <div className={classes.meter}>
      <span id={id} className={classes.quiet}>
        {label}
      </span>
      <span className={classes.meterText}>{text}</span>
      {known === null ? null : (
        <div
          className={classes.track}
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(known * 100)}
          aria-valuetext={text}
        >
          <span
            className={classes.filled}
            data-level={known >= full ? 'full' : known >= tight ? 'tight' : 'easy'}
            style={{ inlineSize: `${known * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
