import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './front-panel.module.css'
import { usePortLabels } from './port-labels.ts'
import { portBlocks, powerOf, shapeOf, shortRate, stateOf, type PortState } from './ports.ts'

/**
 * The front panel of a device, drawn from its ports. One port is in the tab order; arrow keys move between ports, as in
 * a toolbar (WAI-ARIA Authoring Practices, roving tabindex).
 */
export function FrontPanel<P extends EthernetPort>({
  ports,
  selected,
  onSelect,
  stale,
  bandOf,
  describe,
}: {
  ports: readonly P[]
  selected: string | undefined
  onSelect: (id: string) => void
  /** The ports are from an old reading. */
  stale: boolean
  /** A band below the port in one of 8 styles, and a text in place of the rate. */
  bandOf?: (port: P) => { style: number | undefined; text: string }
  /** Appended to the accessible name of a port. */
  describe?: (port: P) => string
}) {
  const { t } = useTranslation()
  const { portName } = usePortLabels()
  const blocks = portBlocks(ports)
  const order = blocks.flatMap((block) => block.ports.map((port) => port.id))
  const [focused, setFocused] = useState<string>()
  const toolbar = useRef<HTMLDivElement>(null)
  const tabStop = focused !== undefined && order.includes(focused) ? focused : order[0]

  const move = (event: KeyboardEvent) => {
    const current = order.indexOf(tabStop ?? '')
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? order.length - 1
          : step === undefined
            ? undefined
            : current + step
    if (next === undefined || next < 0 || next >= order.length) return
    event.preventDefault()
    setFocused(order[next])
    toolbar.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div
        ref={toolbar}
        className={classes.front}
        data-stale={stale || undefined}
        role="toolbar"
        aria-label={t('lan:ports.panelLabel')}
        onKeyDown={move}
      >
        {blocks.map((block) => (
          <div key={block.ports[0]?.id} className={classes.block} data-rows={block.rows} data-shape={block.shape}>
            {block.ports.map((port) => (
              <button
                key={port.id}
                type="button"
                className={classes.port}
                data-state={stateOf(port)}
                data-rate={bandOf ? bandOf(port).text : stateOf(port) === 'up' ? shortRate(port.rate_mbps) : ''}
                data-band={bandOf ? (bandOf(port).style ?? 'none') : undefined}
                aria-label={describe ? `${portName(port)}, ${describe(port)}` : portName(port)}
                aria-pressed={selected === port.id}
                tabIndex={port.id === tabStop ? 0 : -1}
                onFocus={() => setFocused(port.id)}
                onClick={() => onSelect(port.id)}
              >
                <PortIcon of={port} />
              </button>
            ))}
          </div>
        ))}
      </div>
      <ul className={classes.key} aria-hidden="true">
        {(['up', 'down', 'disabled', 'error'] as const).map((state) => (
          <li key={state}>
            <svg width="16" height="12" viewBox="0 0 16 12">
              <Led state={state} x={8} y={6} />
            </svg>
            {t(`lan:ports.state.${state}`)}
          </li>
        ))}
        <li>
          <svg width="12" height="14" viewBox="0 0 12 14">
            <path d="M7 0 1 8h4l-1 6 7-9H7z" className={classes.bolt} />
          </svg>
          {t('lan:ports.powered')}
        </li>
      </ul>
    </>
  )
}

/** LED of a port: filled if up, a ring if down, a bar if disabled, a cross if in error. */
function Led({ state, x, y }: { state: PortState; x: number; y: number }) {
  if (state === 'up') return <circle cx={x} cy={y} r="4" className={classes.ledUp} />
  if (state === 'down') return <circle cx={x} cy={y} r="3.25" className={classes.ledDown} />
  if (state === 'disabled')
    return <rect x={x - 5} y={y - 1.25} width="10" height="2.5" className={classes.ledDisabled} />
  return <path d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} className={classes.ledError} />
}

/** One port: LED, PoE mark, socket and number. The style sheet adds the rate. */
function PortIcon({ of }: { of: EthernetPort }) {
  const shape = shapeOf(of)
  const power = powerOf(of)
  const state = stateOf(of)
  return (
    <svg width="36" height="46" viewBox="0 0 36 46" aria-hidden="true">
      <Led state={state} x={power === 'on' || power === 'error' ? 11 : 18} y={6} />
      {power === 'on' || power === 'error' ? (
        <path d="M25 0 20 7h3.5l-1 5 5.5-7h-3.5z" className={power === 'on' ? classes.bolt : classes.boltError} />
      ) : null}
      {shape === 'cage' ? (
        <>
          <rect x="3.5" y="15.5" width="29" height="15" rx="1.5" className={classes.frame} />
          <path
            d={of.sfp?.present ? 'M7 19h22v8H7z' : 'M7 23h22'}
            className={of.sfp?.present ? classes.module : classes.slot}
          />
        </>
      ) : (
        <>
          <path d="M3.5 14.5h29v13h-6v3h-4v2h-9v-2h-4v-3h-6z" className={classes.frame} />
          <path d="M10 18v4m3.2-4v4m3.2-4v4m3.2-4v4m3.2-4v4m3.2-4v4" className={classes.pins} />
          {shape === 'combo' ? <path d="M6 30.5h5m14 0h5" className={classes.slot} /> : null}
        </>
      )}
      <text x="18" y="44.5" className={classes.number}>
        {of.position}
      </text>
    </svg>
  )
}
