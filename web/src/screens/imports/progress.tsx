import { Button, Group, Progress, Stack } from '@mantine/core'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { useNumber } from '../../ui/use-number.ts'
import { percentOf } from './job-state.ts'

/** Screen readers get the progress at these steps only. Percent. */
const announceEvery = 25

/** The progress of a check or import, with the button to stop it. */
export function JobProgress({ job, stopping, onStop }: { job: ImportJob; stopping: boolean; onStop: () => void }) {
  const { t } = useTranslation()
  const number = useNumber()
  const percent = percentOf(job)
  const checking = job.state === 'checking'
  const text =
    job.rows_total === null
      ? t('imports:progress.reading', { done: number(job.rows_done) })
      : t(checking ? 'imports:progress.checking' : 'imports:progress.applying', {
          done: number(job.rows_done),
          total: number(job.rows_total),
        })
  const announced = useRef(-1)
  const part = percent === undefined ? 0 : Math.floor(percent / announceEvery)
  // The text changes with every row.
  const announceText = useEffectEvent(() => announce(text))
  useEffect(() => {
    if (announced.current === part) return
    announced.current = part
    announceText()
  }, [part])
  return (
    <Card title={t(checking ? 'imports:step.check' : 'imports:step.import')}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <span>{text}</span>
          <Button variant="default" size="sm" loading={stopping} onClick={onStop}>
            {t('imports:stop')}
          </Button>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section
            value={percent ?? 100}
            animated={percent === undefined}
            striped={percent === undefined}
            aria-label={t('imports:progress.label')}
          />
        </Progress.Root>
        <p className={layout.smallNote}>{t('imports:progress.away')}</p>
      </Stack>
    </Card>
  )
}
