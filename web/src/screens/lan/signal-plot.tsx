import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { LivePlot, useLiveSeries } from './live-plot.tsx'
import { plotLines, signalLabel, signalValues } from './signal.ts'

/** The signal values of the last minutes, one plot for dBm and one for dB. */
export function SignalPlot({ of, readAt, paused }: { of: CellInfo; readAt: string | undefined; paused: boolean }) {
  const { t, i18n } = useTranslation()
  const series = useLiveSeries(
    readAt,
    useMemo(() => signalValues(of), [of]),
    paused,
  )
  return (
    <div className={classes.plots}>
      {(['power', 'ratio'] as const).map((kind) => {
        const names = plotLines[kind].filter((key) => of[key] !== null)
        if (names.length === 0) return null
        return (
          <LivePlot
            key={kind}
            title={t(`lan:cells.plot.${kind}`)}
            series={series}
            names={names}
            labelOf={signalLabel}
            height={180}
            format={(value) => `${value.toLocaleString(regional(i18n.language))} ${kind === 'power' ? 'dBm' : 'dB'}`}
          />
        )
      })}
      <p className={classes.hint}>{t('lan:cells.recorded')}</p>
    </div>
  )
}
