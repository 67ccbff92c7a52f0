import { Button, Group } from '@mantine/core'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { announce } from '../../ui/announcer.tsx'
import layout from '../../ui/layout.module.css'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { useNumber } from '../../ui/use-number.ts'
import classes from './imports.module.css'
import { pageOf } from './matching.ts'

const perPage = 50

/** The errors of a file by row and column, with the rejected value. */
export function ErrorTable({ job }: { job: Pick<ImportJob, 'errors' | 'errors_total'> }) {
  const { t } = useTranslation()
  const number = useNumber()
  useMessages()
  const [wanted, setWanted] = useState(0)
  const { rows, page, pages, from, to } = pageOf(job.errors, wanted, perPage)
  if (job.errors_total === 0) return <p className={classes.good}>{t('imports:errors.none')}</p>
  const range = (of: { from: number; to: number }) =>
    t('imports:errors.range', { from: number(of.from), to: number(of.to), total: number(job.errors.length) })
  const turn = (next: number) => {
    setWanted(next)
    announce(range(pageOf(job.errors, next, perPage)))
  }
  return (
    <div className={layout.stack}>
      <p className={layout.lead}>
        {t('imports:errors.count', { count: job.errors_total, n: number(job.errors_total) })}{' '}
        {job.errors_total > job.errors.length ? t('imports:errors.more', { shown: number(job.errors.length) }) : null}
      </p>
      <SimpleTable
        // A new page starts at its first row.
        key={page}
        label={t('imports:errors.title')}
        className={classes.scroll}
        tableClassName={classes.table}
        rows={rows}
        rowKey={(_, index) => from + index}
        columns={[
          {
            key: 'row',
            header: t('imports:errors.row'),
            cell: (error) => number(error.row),
            className: classes.numberCell,
          },
          {
            key: 'column',
            header: t('imports:errors.column'),
            cell: (error) => error.column || t('imports:errors.whole'),
            className: classes.columnName,
          },
          { key: 'value', header: t('imports:errors.value'), cell: (error) => error.value, className: classes.values },
          { key: 'message', header: t('imports:errors.message'), cell: textOf, className: classes.wide },
        ]}
      />
      {pages > 1 ? (
        <Group justify="space-between" gap="xs">
          <span className={layout.hint}>{range({ from, to })}</span>
          <Group gap="xs">
            <Button variant="default" size="sm" disabled={page === 0} onClick={() => turn(page - 1)}>
              {t('imports:errors.previous')}
            </Button>
            <Button variant="default" size="sm" disabled={page === pages - 1} onClick={() => turn(page + 1)}>
              {t('imports:errors.next')}
            </Button>
          </Group>
        </Group>
      ) : null}
    </div>
  )
}
