import { useTranslation } from '../i18n/use-translation.ts'
import type { ReportedAction } from './list-types.ts'
import classes from './list.module.css'

/** What a bulk action is about to do, on how many rows and where; and that their number has changed since. */
export function BulkFacts({
  action,
  count,
  path,
  moved,
}: {
  action: Pick<ReportedAction, 'confirm'>
  count: number
  /** The selected company context, from the own company down. */
  path: string
  moved: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      {moved ? (
        <p role="alert" className={classes.moved}>
          {t('list:bulk.moved', { count })}
        </p>
      ) : null}
      <div>{action.confirm.text(count, path)}</div>
      <dl className={classes.confirmFacts}>
        <div>
          <dt>{t('list:bulk.rows')}</dt>
          <dd>{count}</dd>
        </div>
        <div>
          <dt>{t('list:bulk.within')}</dt>
          <dd>{path}</dd>
        </div>
      </dl>
    </>
  )
}
