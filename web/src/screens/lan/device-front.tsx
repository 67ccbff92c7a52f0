import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './front.module.css'
import { layFront, portTones, powerOf, shapeOf, shortRate, stateOf } from './front.ts'
import { usePortWords } from './port-words.ts'

/**
 * The front of a device, drawn from its ports. One of them is in the tab order; arrow keys go from port to port, as in
 * a toolbar (WAI-ARIA Authoring Practices, roving tabindex).
 */
export function DeviceFront({
  ports,
  chosen,
  onChoose,
  stale,
  bandOf,
  wordsOf,
}: {
  ports: readonly EthernetPort[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** What is drawn is an old reading. */
  stale: boolean
  /** A band below the port, by its look from 0 to 7, and what stands under it instead of the rate. */
  bandOf?: (id: string) => { look: number | undefined; text: string }
  /** Said of a port besides its name and state. */
  wordsOf?: (id: string) => string
}) {
  const { t } = useTranslation()
  const { nameOf } = usePortWords()
  const blocks = layFront(ports)
  const order = blocks.flatMap((block) => block.ports.map((port) => port.id))
  const [at, setAt] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const entry = at !== undefined && order.includes(at) ? at : order[0]

  const move = (event: KeyboardEvent) => {
    const now = order.indexOf(entry ?? '')
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? order.length - 1 : step === undefined ? undefined : now + step
    if (next === undefined || next < 0 || next >= order.length) return
    event.preventDefault()
    setAt(order[next])
    place.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div
        ref={place}
        className={classes.front}
        data-stale={stale || undefined}
        role="toolbar"
        aria-label={t('lan:ports.frontLabel')}
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
                data-rate={bandOf ? bandOf(port.id).text : stateOf(port) === 'up' ? shortRate(port.rate_mbps) : ''}
                data-band={bandOf ? (bandOf(port.id).look ?? 'none') : undefined}
                aria-label={wordsOf ? `${nameOf(port)}, ${wordsOf(port.id)}` : nameOf(port)}
                aria-pressed={chosen === port.id}
                tabIndex={port.id === entry ? 0 : -1}
                onFocus={() => setAt(port.id)}
                onClick={() => onChoose(port.id)}
              >
                <PortPicture of={port} />
              </button>
            ))}
          </div>
        ))}
      </div>
      <ul className={classes.key} aria-hidden="true">
        {(['up', 'down', 'disabled', 'readingError'] as const).map((state) => (
          <li key={state} data-state={state} data-tone={portTones[state]}>
            <svg width="16" height="12" viewBox="0 0 16 12">
              <Light state={state} x={8} y={6} />
            </svg>
            {t(`lan:ports.state.${state}`)}
          </li>
        ))}
        <li>
          <svg width="12" height="14" viewBox="0 0 12 14">
            <path d="M7 0 1 8h4l-1 6 7-9H7z" className={classes.bolt} />
          </svg>
          {t('lan:ports.givesPower')}
        </li>
      </ul>
    </>
  )
}

/** The light of a port: full when it is up, a ring when it is down, a bar when it is off, a cross at a fault. */
function Light({ state, x, y }: { state: ReturnType<typeof stateOf>; x: number; y: number }) {
  if (state === 'up') return <circle cx={x} cy={y} r="4" className={classes.lightUp} />
  if (state === 'down') return <circle cx={x} cy={y} r="3.25" className={classes.lightDown} />
  if (state === 'disabled') return <rect x={x - 5} y={y - 1.25} width="10" height="2.5" className={classes.lightOff} />
  return <path d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} className={classes.lightFault} />
}

/** One port: its light, its power, its opening in its shape, and its number. The style sheet writes its rate below. */
function PortPicture({ of }: { of: EthernetPort }) {
  const shape = shapeOf(of)
  const power = powerOf(of)
  const state = stateOf(of)
  return (
    <svg width="36" height="46" viewBox="0 0 36 46" aria-hidden="true">
      <Light state={state} x={power === 'on' || power === 'readingError' ? 11 : 18} y={6} />
      {power === 'on' || power === 'readingError' ? (
        <path d="M25 0 20 7h3.5l-1 5 5.5-7h-3.5z" className={power === 'on' ? classes.bolt : classes.boltFault} />
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
