import { Button } from '@mantine/core'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { announce } from '../../ui/announcer.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './imports.module.css'
import { pageOf } from './matching.ts'

/** Faults of a page of the table. */
const perPage = 50

/** All that is wrong with a file, by row and column, with the value that is meant. */
export function FaultTable({ job }: { job: Pick<ImportJob, 'errors' | 'errors_total'> }) {
  const { t, i18n } = useTranslation()
  const [wanted, setWanted] = useState(0)
  useMessages()
  const region = useRef<HTMLDivElement>(null)
  const { shown, page, pages, from, to } = pageOf(job.errors, wanted, perPage)
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  if (job.errors_total === 0) return <p className={classes.good}>{t('imports:faults.none')}</p>
  const place = t('imports:faults.place', { from: number(from), to: number(to), total: number(job.errors.length) })
  const turn = (next: number) => {
    setWanted(next)
    const turned = pageOf(job.errors, next, perPage)
    announce(t('imports:faults.place', { from: turned.from, to: turned.to, total: job.errors.length }))
    region.current?.scrollTo({ top: 0 })
  }
  const rest = job.errors_total - job.errors.length
  return (
    <div className={classes.stack}>
      <p className={classes.text}>
        {t('imports:faults.count', { count: job.errors_total, n: number(job.errors_total) })}{' '}
        {rest > 0 ? t('imports:faults.more', { shown: number(job.errors.length) }) : null}
      </p>
      <div ref={region} className={classes.scroll} role="region" aria-label={t('imports:faults.title')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {(['row', 'column', 'value', 'message'] as const).map((name) => (
                <th key={name} scope="col" className={name === 'row' ? classes.numberCell : undefined}>
                  {t(`imports:faults.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((error, at) => (
              <tr key={from + at}>
                <th scope="row" className={classes.numberCell}>
                  {number(error.row)}
                </th>
                <td className={classes.columnName}>{error.column || t('imports:faults.whole')}</td>
                <td className={classes.values}>{error.value}</td>
                <td className={classes.wide}>{textOf(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 ? (
        <div className={classes.pager}>
          <span>{place}</span>
          <span className={classes.buttons}>
            <Button variant="default" size="sm" disabled={page === 0} onClick={() => turn(page - 1)}>
              {t('imports:faults.previous')}
            </Button>
            <Button variant="default" size="sm" disabled={page === pages - 1} onClick={() => turn(page + 1)}>
              {t('imports:faults.next')}
            </Button>
          </span>
        </div>
      ) : null}
    </div>
  )
}
