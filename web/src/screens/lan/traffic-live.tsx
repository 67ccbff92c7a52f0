import type { InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Plot } from '../../ui/plot.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { addPoint, drawRing, emptyRing } from './ring.ts'
import { bitsText, lineOf, trafficPoint } from './traffic-values.ts'

/** Milliseconds that are kept, as long as the page is open. */
const span = 5 * 60_000
/** Readings further apart than this are no line. */
const gap = 20_000

/** What goes through an interface at this moment, and in the last minutes. Every interface is kept, so that another one begins with its line. */
export function TrafficLive({
  name,
  traffic,
  at,
  paused,
}: {
  name: string
  traffic: readonly InterfaceTraffic[] | undefined
  /** When it was measured. */
  at: string | undefined
  paused: boolean
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [ring, setRing] = useState(() => emptyRing(span))
  useEffect(() => {
    // A reading from before the page was opened is no news of this moment.
    if (!traffic || !at || paused || Date.parse(at) < Date.now() - span) return
    setRing((before) => addPoint(before, trafficPoint(at, traffic)))
  }, [traffic, at, paused])
  const now = ring.points.at(-1)
  const rx = lineOf(name, 'rx')
  const tx = lineOf(name, 'tx')
  const drawn = useMemo(() => drawRing(ring, [rx, tx], gap), [ring, rx, tx])
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : bitsText(value, language)
  return (
    <>
      <dl className={classes.now}>
        <div>
          <dt>{t('lan:traffic.rx')}</dt>
          <dd>{text(now?.values[rx])}</dd>
        </div>
        <div>
          <dt>{t('lan:traffic.tx')}</dt>
          <dd>{text(now?.values[tx])}</dd>
        </div>
      </dl>
      <Plot
        title={t('lan:traffic.liveOf', { name })}
        minutes={span / 60_000}
        times={drawn.times}
        series={[
          { label: t('lan:traffic.rx'), values: drawn.lines[rx] ?? [] },
          { label: t('lan:traffic.tx'), values: drawn.lines[tx] ?? [] },
        ]}
        format={(value) => bitsText(value, language)}
      />
      <p className={classes.hint}>{t('lan:traffic.kept')}</p>
    </>
  )
}
