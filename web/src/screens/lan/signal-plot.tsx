import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Plot } from '../../ui/plot.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { addPoint, drawRing, emptyRing } from './ring.ts'
import { plotLines, signalValues } from './signal.ts'

/** Milliseconds that are kept, as long as the page is open. */
const span = 5 * 60_000
/** Readings further apart than this are no line. */
const gap = 20_000

/** The signals of the last minutes, those in dBm and those in dB each in a picture of their own. */
export function SignalPlot({ of, readAt, paused }: { of: CellInfo; readAt: string | undefined; paused: boolean }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [ring, setRing] = useState(() => emptyRing(span))
  useEffect(() => {
    if (readAt === undefined || paused) return
    setRing((before) => addPoint(before, { at: Date.parse(readAt), values: signalValues(of) }))
  }, [of, readAt, paused])
  return (
    <div className={classes.plots}>
      {(['power', 'ratio'] as const).map((kind) => (
        <Lines
          key={kind}
          title={t(`lan:cells.plot.${kind}`)}
          names={plotLines[kind].filter((key) => of[key] !== null)}
          ring={ring}
          format={(value) => `${value.toLocaleString(language)} ${kind === 'power' ? 'dBm' : 'dB'}`}
        />
      ))}
      <p className={classes.hint}>{t('lan:cells.kept')}</p>
    </div>
  )
}

function Lines({
  title,
  names,
  ring,
  format,
}: {
  title: string
  names: readonly string[]
  ring: ReturnType<typeof emptyRing>
  format: (value: number) => string
}) {
  const { t } = useTranslation()
  const key = names.join()
  const drawn = useMemo(() => drawRing(ring, key === '' ? [] : key.split(','), gap), [ring, key])
  if (names.length === 0) return null
  return (
    <Plot
      title={title}
      minutes={span / 60_000}
      height={180}
      times={drawn.times}
      series={names.map((name) => ({ label: t(`lan:signal.${name}`), values: drawn.lines[name] ?? [] }))}
      format={format}
    />
  )
}
