import { Button, Progress } from '@mantine/core'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './imports.module.css'
import { percentOf } from './job-state.ts'

/** A screen reader is told at these steps, not with every look. Percent. */
const tellEvery = 25

/** How far a check or an import has come, with the button that stops it. */
export function JobProgress({ job, stopping, onStop }: { job: ImportJob; stopping: boolean; onStop: () => void }) {
  const { t, i18n } = useTranslation()
  const percent = percentOf(job)
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const words =
    job.rows_total === null
      ? t('imports:progress.reading', { done: number(job.rows_done) })
      : t(job.state === 'checking' ? 'imports:progress.checking' : 'imports:progress.applying', {
          done: number(job.rows_done),
          total: number(job.rows_total),
        })
  const reported = useRef(-1)
  const part = percent === undefined ? 0 : Math.floor(percent / tellEvery)
  useEffect(() => {
    if (reported.current === part) return
    reported.current = part
    announce(words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with every row
  }, [part])
  return (
    <Card title={t(job.state === 'checking' ? 'imports:step.check' : 'imports:step.import')}>
      <div className={classes.progress}>
        <div className={classes.progressHead}>
          <span>{words}</span>
          <Button variant="default" size="sm" loading={stopping} onClick={onStop}>
            {t('imports:stop')}
          </Button>
        </div>
        <Progress.Root size="lg">
          <Progress.Section
            value={percent ?? 100}
            animated={percent === undefined}
            striped={percent === undefined}
            aria-label={t('imports:progress.label')}
          />
        </Progress.Root>
        <p className={classes.note}>{t('imports:progress.away')}</p>
      </div>
    </Card>
  )
}
