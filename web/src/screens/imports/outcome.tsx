import { Group } from '@mantine/core'
import { escapeValue } from '@trunkline/contract/list'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { ErrorTable } from './error-table.tsx'
import type { ImportTarget } from './import-targets.ts'
import classes from './imports.module.css'
import { ReportButton, RowCounts } from './row-counts.tsx'

/**
 * The search that finds the created rows in their list. Their creation time is the start of the import's transaction,
 * which is between the upload and the end.
 */
export const createdBetween = (from: string, to: string) => ({
  search: `created_at:${escapeValue(from)},${escapeValue(to)}`,
  searchFields: 'created_at:between',
})

/** The result of a finished import, with a link to the created rows and how to undo it. */
export function Outcome({ target, job }: { target: ImportTarget; job: ImportJob }) {
  const { t } = useTranslation()
  const number = useNumber()
  const nothing = job.created + job.updated === 0
  const text = nothing
    ? t('imports:outcome.nothing')
    : t('imports:outcome.done', { created: number(job.created), updated: number(job.updated) })
  useEffect(() => announce(text), [text])
  return (
    <Card title={t('imports:outcome.title')} actions={<ReportButton job={job} />}>
      <div className={layout.stack}>
        <p className={nothing ? classes.alarm : classes.good}>{text}</p>
        <RowCounts job={job} />
        {job.errors_total > 0 ? <ErrorTable job={job} /> : null}
        {nothing ? null : (
          <p className={layout.smallNote}>{t([`imports:kind.${target.kind}.undo`, 'imports:outcome.undo'])}</p>
        )}
        <Group justify="flex-end" gap="xs">
          {job.created > 0 && job.finished_at ? (
            <LinkButton
              to={target.created ?? target.list}
              search={createdBetween(job.created_at, job.finished_at)}
              variant="default"
            >
              {t('imports:outcome.rows')}
            </LinkButton>
          ) : null}
          <LinkButton to={target.list}>{t(`imports:kind.${target.kind}.list`)}</LinkButton>
        </Group>
      </div>
    </Card>
  )
}
