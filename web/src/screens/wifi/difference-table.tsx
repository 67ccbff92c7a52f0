import type { WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './wifi.module.css'
import { differenceText } from './words.ts'

/** What is wanted beside what the device has, field by field. */
export function DifferenceTable({ of }: { of: WifiSetting }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const rows = of.differences.map((one) => differenceText(one, { setting: of, t, language }))
  if (rows.length === 0) return null
  const value = (text: string | null) => (text === null || text === '' ? <NotSet label={t('ui:notSet')} /> : text)
  return (
    <table className={classes.differences}>
      <caption>{t('wifi:differences.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('wifi:differences.field')}</th>
          <th scope="col">{t('wifi:differences.wanted')}</th>
          <th scope="col">{t('wifi:differences.actual')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field}>
            <th scope="row">{row.field}</th>
            <td data-label={t('wifi:differences.wanted')}>{value(row.wanted)}</td>
            <td data-label={t('wifi:differences.actual')}>{value(row.actual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
