import { NativeSelect } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { imports, type ImportColumn } from '@trunkline/contract/resources/import'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { useField } from '../../form/form-context.ts'
import { sameValues } from '../../form/normalise.ts'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { Card } from '../../ui/card.tsx'
import classes from './imports.module.css'
import { isRunning } from './job-state.ts'
import { ownedKinds, type ImportRoom } from './kinds.ts'
import { columnsFor, matchColumn, missingFields, sampleOf } from './matching.ts'

interface ColumnValues {
  columns: string[]
  company_id: number | null
  [key: string]: unknown
}

/** What each column of the file is taken as, with some of its values. */
export function ColumnTable({
  job,
  known,
}: {
  job: Pick<ImportJob, 'header' | 'sample'>
  known: readonly ImportColumn[]
}) {
  const { t } = useTranslation()
  const label = t('imports:step.columns')
  const field = useField<string[]>('columns', label)
  const missing = missingFields(known, field.value)
  return (
    <div className={classes.stack}>
      <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('imports:columns.inFile')}</th>
              <th scope="col">{t('imports:columns.takenAs')}</th>
              <th scope="col">{t('imports:columns.examples')}</th>
            </tr>
          </thead>
          <tbody>
            {job.header.map((name, at) => {
              const shown = name.trim() || t('imports:columns.unnamed', { n: at + 1 })
              return (
                <tr key={at}>
                  <th scope="row">{shown}</th>
                  <td className={classes.wide}>
                    <NativeSelect
                      {...(at === 0 ? { id: field.id } : {})}
                      size="xs"
                      aria-label={t('imports:columns.takenAsOf', { name: shown })}
                      value={field.value[at] ?? ''}
                      onChange={(event) => field.change(matchColumn(field.value, at, event.currentTarget.value))}
                      data={[
                        { value: '', label: t('imports:columns.leftOut') },
                        ...known.map((column) => ({
                          value: column.name,
                          label: column.required ? `${column.label} *` : column.label,
                        })),
                      ]}
                    />
                  </td>
                  <td className={classes.values}>{sampleOf(job.sample, at).join(' · ')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className={field.error || missing.length > 0 ? classes.faultMessage : classes.note} role="status">
        {field.error ??
          (missing.length > 0
            ? t('imports:columns.missing', {
                count: missing.length,
                names: missing.map((column) => column.label).join(', '),
              })
            : t('imports:columns.help'))}
      </p>
    </div>
  )
}

/** Tells the page whether the form holds something else than was checked. */
function Watch({ changed, onChange }: { changed: boolean; onChange: (changed: boolean) => void }) {
  useEffect(() => onChange(changed), [changed, onChange])
  return null
}

/** The second step: which column is which, and whose the rows are that do not say it. */
export function ColumnStep({
  job,
  namespace,
  known,
  onChange,
  onChecked,
}: {
  job: ImportJob
  namespace: ImportRoom
  known: readonly ImportColumn[]
  /** Told whether it holds something else than was checked. */
  onChange: (changed: boolean) => void
  onChecked: () => void
}) {
  const { t } = useTranslation()
  const run = useCommand(imports.run, { subjects: [] })
  const columns = JSON.stringify(columnsFor(job.header, job.columns))
  const initial = useMemo<ColumnValues>(
    () => ({ columns: JSON.parse(columns) as string[], company_id: job.company_id }),
    [columns, job.company_id],
  )
  const running = isRunning(job)
  return (
    <Card title={t('imports:step.columns')}>
      <Form<ColumnValues>
        initial={initial}
        guard={false}
        validate={(values): FieldErrors => {
          const missing = missingFields(known, values.columns)
          return missing.length > 0
            ? {
                columns: t('imports:columns.missing', {
                  count: missing.length,
                  names: missing.map((column) => column.label).join(', '),
                }),
              }
            : {}
        }}
        onSubmit={async (values) => {
          await run.run({
            params: { id: job.id },
            body: { dry_run: true, mode: job.mode, columns: values.columns, company_id: values.company_id },
          })
          onChecked()
        }}
        submitLabel={t(job.state === 'uploaded' ? 'imports:check' : 'imports:checkAgain')}
      >
        {({ values }) => (
          <fieldset className={classes.fields} disabled={running}>
            <legend className={classes.hidden}>{t('imports:step.columns')}</legend>
            <ColumnTable job={job} known={known} />
            {ownedKinds.includes(namespace.kind) ? (
              <RemoteSelectField
                name="company_id"
                label={t('imports:columns.owner')}
                help={t('imports:columns.ownerHelp')}
                endpoint={companies.lookup}
                clearable
              />
            ) : null}
            <Watch changed={!sameValues(values, initial)} onChange={onChange} />
          </fieldset>
        )}
      </Form>
    </Card>
  )
}
