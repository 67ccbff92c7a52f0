import { escapeValue } from '@trunkline/contract/list'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import { FaultTable } from './fault-table.tsx'
import { Figures, ReportButton } from './figures.tsx'
import classes from './imports.module.css'
import type { ImportRoom } from './kinds.ts'

/**
 * The rows that an import made, as a search of their list. They carry the time at which its transaction began, which
 * lies between the upload and the end.
 */
export const rowsBetween = (from: string, to: string) => ({
  search: `created_at:${escapeValue(from)},${escapeValue(to)}`,
  searchFields: 'created_at:between',
})

/** What became of the rows, where they are now, and how to take them back. */
export function Outcome({ namespace, job }: { namespace: ImportRoom; job: ImportJob }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const nothing = job.created + job.updated === 0
  const words = nothing
    ? t('imports:outcome.nothing')
    : t('imports:outcome.done', { created: number(job.created), updated: number(job.updated) })
  useEffect(() => announce(words), [words])
  return (
    <Card title={t('imports:outcome.title')} actions={<ReportButton job={job} />}>
      <div className={classes.stack}>
        <p className={nothing ? classes.alarm : classes.good}>{words}</p>
        <Figures job={job} />
        {job.errors_total > 0 ? <FaultTable job={job} /> : null}
        {nothing ? null : <p className={classes.note}>{t('imports:outcome.undo')}</p>}
        <div className={classes.buttons}>
          {job.created > 0 && job.finished_at ? (
            <LinkButton to={namespace.list} search={rowsBetween(job.created_at, job.finished_at)} variant="default">
              {t('imports:outcome.rows')}
            </LinkButton>
          ) : null}
          <LinkButton to={namespace.list}>{t(`imports:kind.${namespace.kind}.list`)}</LinkButton>
        </div>
      </div>
    </Card>
  )
}
