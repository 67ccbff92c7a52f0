import { useTranslation } from 'react-i18next'
import { said } from '../../ui/said.ts'
import classes from './change.module.css'
import { recordAt, type ImportColumn, type ImportFault } from './import-file.ts'
import type { PickedFile } from './import-pick.tsx'

/** All that is wrong with a file, by row and column, with the value that is meant. */
export function FaultTable({
  result,
  file,
  columns,
}: {
  result: { errors: readonly ImportFault[]; errors_total: number }
  file: PickedFile
  columns: readonly (ImportColumn | null)[]
}) {
  const { t } = useTranslation()
  if (result.errors.length === 0) return null
  const rest = result.errors_total - result.errors.length
  return (
    <div>
      <div className={classes.scroll} role="region" aria-label={t('ipam:importing.faults')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {(['row', 'column', 'value', 'reason'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`ipam:importing.report.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.errors.map((fault, at) => (
              <tr key={at}>
                <th scope="row">{fault.row}</th>
                <td className={classes.net}>{t(`ipam:field.${fault.column}`, { defaultValue: fault.column })}</td>
                <td className={classes.net}>
                  {recordAt(file.records, fault.row)?.[columns.indexOf(fault.column as ImportColumn)] ?? ''}
                </td>
                <td className={classes.wide}>{said(fault.message, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 ? <p className={classes.note}>{t('ipam:importing.moreFaults', { count: rest })}</p> : null}
    </div>
  )
}
