import { imports } from '@trunkline/contract/resources/import'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { StatCard } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { useDownload } from '../../ui/use-download.ts'
import { useNumber } from '../../ui/use-number.ts'
import classes from './imports.module.css'

/** How many rows are created, updated, unchanged or bad; of a check, how many would be. */
export function RowCounts({ job }: { job: ImportJob }) {
  const { t } = useTranslation()
  const number = useNumber()
  return (
    <div className={layout.stats}>
      {(['created', 'updated', 'same', 'bad'] as const).map((key) => (
        <StatCard
          key={key}
          label={t(`imports:count.${job.dry_run ? 'check' : 'done'}.${key}`)}
          value={<span className={key === 'bad' && job.bad > 0 ? classes.error : undefined}>{number(job[key])}</span>}
        />
      ))}
    </div>
  )
}

/** Downloads the result of each row as CSV. */
export function ReportButton({ job }: { job: ImportJob }) {
  const { t } = useTranslation()
  const save = useDownload()
  const fileName = `${job.file_name.replace(/\.[^.]*$/, '')}-report.csv`
  return (
    <ActionButton
      icon={IconDownload}
      size="sm"
      onClick={() => void save(imports.report, { params: { id: job.id } }, fileName)}
    >
      {t('imports:report')}
    </ActionButton>
  )
}
