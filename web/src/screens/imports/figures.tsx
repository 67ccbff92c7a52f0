import { Button } from '@mantine/core'
import { imports } from '@trunkline/contract/resources/import'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { download } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { regional } from '../../ui/zone.ts'
import classes from './imports.module.css'

/** What would become, or became, of the rows: a number for each fate. */
export function Figures({ job }: { job: ImportJob }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const when = job.dry_run ? 'would' : 'did'
  return (
    <dl className={classes.figures}>
      {(['created', 'updated', 'same', 'bad'] as const).map((key) => (
        <div key={key} data-bad={(key === 'bad' && job.bad > 0) || undefined}>
          <dt>{t(`imports:figure.${when}.${key}`)}</dt>
          <dd>{number(job[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The outcome of each row, as a file. */
export function ReportButton({ job }: { job: ImportJob }) {
  const { t } = useTranslation()
  const save = () =>
    download(imports.report, { params: { id: job.id } }, `${job.file_name.replace(/\.[^.]*$/, '')}-report.csv`).catch(
      (error: unknown) => notify.error(errorText(error, t)),
    )
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t('imports:report')}
    </Button>
  )
}
