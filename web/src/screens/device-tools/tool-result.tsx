import { Button, Group } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { toolColumns, type Run, type RunState } from '@trunkline/contract/resources/device-tool'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import layout from '../../ui/layout.module.css'
import { Plot } from '../../ui/plot.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { regional } from '../../ui/zone.ts'
import { bitsText } from '../lan/traffic-values.ts'

const tones: Record<RunState, Tone> = {
  running: 'info',
  done: 'good',
  failed: 'bad',
  stopped: 'neutral',
  interrupted: 'warning',
}

export function RunStateBadge({ state }: { state: RunState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[state]}>{t(`device-tools:state.${state}`)}</StatusBadge>
}

/** Properties that rates are given in, bits per second. */
const rates = new Set(['tx', 'rx', 'rx-bits-per-second', 'tx-bits-per-second'])

/** Properties of the rows, each in the order in which it appears first. */
export const columnsOf = (rows: Run['rows']): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** The rows as text: columns separated by tabs. */
export function textOfRows(
  rows: Run['rows'],
  labelOf: (column: string) => string,
  columns: readonly string[] = columnsOf(rows),
): string {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'))
  return [columns.map(labelOf).join('\t'), ...lines].join('\n')
}

function TrafficPlot({ run }: { run: Run }) {
  const { t, i18n } = useTranslation()
  const times = useMemo(
    () => run.rows.map((row) => new Date(Date.parse(run.started_at) + Number(row['second'] ?? 0) * 1000).toISOString()),
    [run],
  )
  const series = (['rx', 'tx'] as const).map((direction) => ({
    label: t(`device-tools:${direction}`),
    values: run.rows.map((row) => Number(row[`${direction}-bits-per-second`] ?? 0)),
  }))
  return (
    <Plot
      title={t('device-tools:plot', { name: run.input.interface ?? '' })}
      times={times}
      series={series}
      minutes={0.5}
      format={(value) => bitsText(value, regional(i18n.language))}
    />
  )
}

/** The rows of a run while it runs, and its result. */
export function ToolResult({
  run,
  onStop,
  stopping,
}: {
  run: Run
  /** Undefined without the permission. */
  onStop: (() => void) | undefined
  stopping: boolean
}) {
  const { t, i18n } = useTranslation()
  const isRunning = run.state === 'running'
  const labelOf = (column: string) => t(`device-tools:column.${column}`, { defaultValue: column })
  const valueOf = (column: string, value: string | undefined) =>
    value !== undefined && rates.has(column) ? bitsText(Number(value), regional(i18n.language)) : (value ?? '–')
  const present = new Set(columnsOf(run.rows))
  const columns = toolColumns[run.tool].filter((column) => present.has(column))
  const rows = run.tool === 'log' ? run.rows.toReversed() : run.rows
  return (
    <Card
      title={`${t('device-tools:result')}: ${t(`device-tools:tools.${run.tool}`)}`}
      actions={
        <Group gap="xs">
          {isRunning && onStop ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={actionIcon(IconPlayerStop)}
              loading={stopping}
              onClick={onStop}
            >
              {t('device-tools:stop')}
            </Button>
          ) : null}
          {run.rows.length > 0 ? (
            <CopyButton value={textOfRows(run.rows, labelOf, columns)} label={t('device-tools:copy')} />
          ) : null}
        </Group>
      }
    >
      <div className={layout.stack}>
        <p className={layout.note} role="status">
          <RunStateBadge state={run.state} />{' '}
          {run.detail?.message ?? (isRunning && run.rows.length === 0 ? t('device-tools:waiting') : null)}
        </p>
        {run.tool === 'traffic' && run.rows.length > 1 ? <TrafficPlot run={run} /> : null}
        {run.rows.length > 0 ? (
          <SimpleTable
            label={t(`device-tools:tools.${run.tool}`)}
            columns={columns.map((column) => ({
              key: column,
              header: labelOf(column),
              cell: (row: Run['rows'][number]) => valueOf(column, row[column]),
            }))}
            rows={rows}
            rowKey={(_, index) => index}
            busy={isRunning}
          />
        ) : null}
        {run.rows.length === 0 && run.state === 'done' ? <p>{t('device-tools:noRows')}</p> : null}
        {run.is_cut ? <p className={layout.note}>{t('device-tools:cut')}</p> : null}
      </div>
    </Card>
  )
}
