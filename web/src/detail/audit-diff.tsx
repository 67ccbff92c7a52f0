import { useTranslation } from 'react-i18next'
import classes from './detail.module.css'
import { changesOf, valueText } from './diff.ts'

/** Before and after of an audit entry, field by field. `room` names the texts of the fields. */
export function AuditDiff({ before, after, room }: { before: Record<string, unknown> | null; after: Record<string, unknown> | null; room?: string | undefined }) {
  const { t } = useTranslation()
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  const words = { yes: t('ui:yes'), no: t('ui:no'), empty: t('detail:activity.empty') }
  const label = (field: string) => (room ? t(`${room}:field.${field}`, { defaultValue: field }) : field)
  return (
    <div className={classes.diffScroll}>
      <table className={classes.diff}>
        <thead>
          <tr>
            <th scope="col">{t('detail:activity.field')}</th>
            {before ? <th scope="col">{t('detail:activity.before')}</th> : null}
            {after ? <th scope="col">{t('detail:activity.after')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{label(change.field)}</th>
              {before ? <td className={after ? classes.before : undefined}>{valueText(change.before, words)}</td> : null}
              {after ? <td>{valueText(change.after, words)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
