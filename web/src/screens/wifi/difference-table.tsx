import type { Difference } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'

/** Desired and actual settings of a device, for the fields that differ. */
export function DifferenceTable({ rows }: { rows: readonly Difference[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <div className={layout.scroll} role="group" aria-label={t('wifi:differences.title')} tabIndex={0}>
      <table className={layout.table}>
        <thead>
          <tr>
            <th scope="col">{t('wifi:differences.field')}</th>
            <th scope="col">{t('wifi:differences.wanted')}</th>
            <th scope="col">{t('wifi:differences.actual')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, wanted, actual }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{wanted || <NotSet label={t('ui:notSet')} />}</td>
              <td>{actual || <NotSet label={t('ui:notSet')} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
