import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './change.module.css'
import { importColumns, type ImportColumn } from './import-file.ts'
import type { PickedFile } from './import-pick.tsx'

/** How many values of a column are shown as an example. */
const samples = 3

/** Which column of the file is which of ours, with some of its values. */
export function ColumnChoice({
  file,
  columns,
  onChange,
}: {
  file: PickedFile
  columns: readonly (ImportColumn | null)[]
  onChange: (columns: (ImportColumn | null)[]) => void
}) {
  const { t } = useTranslation()
  const choose = (at: number, value: string) => {
    const column = importColumns.find((one) => one === value) ?? null
    // One of ours has one source: it is taken away where it was before.
    onChange(columns.map((one, other) => (other === at ? column : one === column ? null : one)))
  }
  return (
    <div className={classes.scroll} role="region" aria-label={t('ipam:importing.columnsLabel')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('ipam:importing.inFile')}</th>
            <th scope="col">{t('ipam:importing.takenAs')}</th>
            <th scope="col">{t('ipam:importing.examples')}</th>
          </tr>
        </thead>
        <tbody>
          {file.header.map((name, at) => (
            <tr key={at}>
              <th scope="row">{name || t('ipam:importing.unnamed', { n: at + 1 })}</th>
              <td className={classes.wide}>
                <NativeSelect
                  size="xs"
                  aria-label={t('ipam:importing.takenAsLabel', { name: name || String(at + 1) })}
                  value={columns[at] ?? ''}
                  onChange={(event) => choose(at, event.currentTarget.value)}
                  data={[
                    { value: '', label: t('ipam:importing.leftOut') },
                    ...importColumns.map((column) => ({ value: column, label: t(`ipam:field.${column}`) })),
                  ]}
                />
              </td>
              <td className={classes.wide}>
                {file.records
                  .slice(0, samples)
                  .map((record) => record[at] ?? '')
                  .filter(Boolean)
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
