import { IconAlertTriangle, IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Tone } from '../ui/tone.ts'
import classes from './map.module.css'

/** The state of a marker, by colour, shape and icon. */
export type MarkerState = Extract<Tone, 'good' | 'warning' | 'bad' | 'neutral'>

const signs = { good: IconCheck, warning: IconAlertTriangle, bad: IconX, neutral: IconQuestionMark }

/** The icon of a state, for the map and its legend. */
export function StateSign({ state, size = 22 }: { state: MarkerState; size?: number }) {
  const Sign = signs[state]
  return (
    <span className={classes.sign} data-state={state} style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      <Sign size={size * 0.62} stroke={2.6} />
    </span>
  )
}

interface At {
  at: { left: number; top: number }
  /** The tooltip. The table beside the map has the same for screen readers. */
  title: string
  onClick?: (() => void) | undefined
}
/** A click on a marker is not one on the map. */
const apartFromMap = (run: (() => void) | undefined) => (event: MouseEvent) => {
  event.stopPropagation()
  run?.()
}

/** A marker for one record. */
export function Marker({ at, title, state, onClick }: At & { state: MarkerState }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className={classes.marker}
      style={{ insetInlineStart: 0, transform: `translate(${at.left - 15}px, ${at.top - 15}px)` }}
      title={title}
      onClick={apartFromMap(onClick)}
    >
      <StateSign state={state} />
    </button>
  )
}

/** A marker for several records: their number, and a ring with the share of each state. */
export function ClusterMarker({
  at,
  title,
  count,
  text,
  shares,
  onClick,
}: At & {
  count: number
  /** The formatted count. */
  text: string
  shares: Partial<Record<MarkerState, number>>
}) {
  const size = count >= 1000 ? 52 : count >= 100 ? 46 : count >= 10 ? 40 : 34
  let from = 0
  const ring = (['bad', 'warning', 'neutral', 'good'] as const)
    .filter((state) => (shares[state] ?? 0) > 0)
    .map((state) => {
      const to = from + ((shares[state] ?? 0) / count) * 100
      const part = `var(--map-${state}) ${from}% ${to}%`
      from = to
      return part
    })
    .join(', ')
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className={classes.cluster}
      style={{
        inlineSize: size,
        blockSize: size,
        insetInlineStart: 0,
        transform: `translate(${at.left - size / 2}px, ${at.top - size / 2}px)`,
        backgroundImage: `conic-gradient(${ring})`,
      }}
      title={title}
      onClick={apartFromMap(onClick)}
    >
      <span>{text}</span>
      {(shares.bad ?? 0) > 0 ? (
        <span className={classes.alarm}>
          <StateSign state="bad" size={16} />
        </span>
      ) : null}
    </button>
  )
}

/** The selected position. */
export function Pin({ at }: { at: { left: number; top: number } }) {
  return (
    <svg
      className={classes.pin}
      style={{ insetInlineStart: 0, transform: `translate(${at.left - 14}px, ${at.top - 36}px)` }}
      width="28"
      height="38"
      viewBox="0 0 28 38"
      aria-hidden="true"
    >
      <path d="M14 1C6.8 1 1 6.8 1 14c0 9.2 13 23 13 23s13-13.8 13-23C27 6.800 21.200 1 14 1Z" />
      <circle cx="14" cy="14" r="5" />
    </svg>
  )
}
