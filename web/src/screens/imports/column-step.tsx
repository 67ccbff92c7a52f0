import { NativeSelect, VisuallyHidden } from '@mantine/core'
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
import layout from '../../ui/layout.module.css'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { kindsWithCompany, type ImportTarget } from './import-targets.ts'
import classes from './imports.module.css'
import { isRunning } from './job-state.ts'
import { columnsFor, matchColumn, missingFields, sampleOf } from './matching.ts'

interface ColumnValues {
  columns: string[]
  company_id: number | null
  [key: string]: unknown
}

/** The text for required fields without a column; undefined where none is missing. */
function useMissingText(fields: readonly ImportColumn[]) {
  const { t } = useTranslation()
  return (columns: readonly string[]): string | undefined => {
    const missing = missingFields(fields, columns)
    if (missing.length === 0) return undefined
    const names = missing.map((field) => field.label).join(', ')
    return t('imports:columns.missing', { count: missing.length, names })
  }
}

/** Matches each column of the file with a field, beside sample values. */
function ColumnTable({ job, fields }: { job: Pick<ImportJob, 'header' | 'sample'>; fields: readonly ImportColumn[] }) {
  const { t } = useTranslation()
  const label = t('imports:step.columns')
  const field = useField<string[]>('columns', label)
  const missing = useMissingText(fields)(field.value)
  const columns = job.header.map((name, index) => ({
    index,
    name: name.trim() || t('imports:columns.unnamed', { n: index + 1 }),
  }))
  return (
    <div className={layout.stack}>
      <SimpleTable
        label={label}
        className={classes.scroll}
        tableClassName={classes.table}
        rows={columns}
        rowKey={({ index }) => index}
        columns={[
          { key: 'name', header: t('imports:columns.inFile'), cell: ({ name }) => name },
          {
            key: 'field',
            header: t('imports:columns.field'),
            className: classes.wide,
            cell: ({ index, name }) => (
              <NativeSelect
                {...(index === 0 ? { id: field.id } : {})}
                size="xs"
                aria-label={t('imports:columns.fieldFor', { name })}
                value={field.value[index] ?? ''}
                onChange={(event) => field.change(matchColumn(field.value, index, event.currentTarget.value))}
                data={[
                  { value: '', label: t('imports:columns.skip') },
                  ...fields.map((one) => ({ value: one.name, label: one.required ? `${one.label} *` : one.label })),
                ]}
              />
            ),
          },
          {
            key: 'examples',
            header: t('imports:columns.examples'),
            className: classes.values,
            cell: ({ index }) => sampleOf(job.sample, index).join(' · '),
          },
        ]}
      />
      <p className={(field.error ?? missing) ? classes.error : layout.smallNote} role="status">
        {field.error ?? missing ?? t('imports:columns.help')}
      </p>
    </div>
  )
}

/** Reports whether the values of the form differ from the checked ones. */
function ChangeWatcher({ changed, onChange }: { changed: boolean; onChange: (changed: boolean) => void }) {
  useEffect(() => onChange(changed), [changed, onChange])
  return null
}

/** The second step: the field of each column, and the company of rows that name none. */
export function ColumnStep({
  job,
  target,
  fields,
  onChange,
  onChecked,
}: {
  job: ImportJob
  target: ImportTarget
  fields: readonly ImportColumn[]
  /** Called with whether the values differ from the checked ones. */
  onChange: (changed: boolean) => void
  onChecked: () => void
}) {
  const { t } = useTranslation()
  const run = useCommand(imports.run, { subjects: [] })
  const missingText = useMissingText(fields)
  const columns = JSON.stringify(columnsFor(job.header, job.columns))
  const initial = useMemo<ColumnValues>(
    () => ({ columns: JSON.parse(columns) as string[], company_id: job.company_id }),
    [columns, job.company_id],
  )
  return (
    <Card title={t('imports:step.columns')}>
      <Form<ColumnValues>
        initial={initial}
        guard={false}
        validate={(values): FieldErrors => {
          const missing = missingText(values.columns)
          return missing === undefined ? {} : { columns: missing }
        }}
        onSubmit={async ({ columns: matched, company_id }) => {
          await run.run({
            params: { id: job.id },
            body: { dry_run: true, mode: job.mode, columns: matched, company_id },
          })
          onChecked()
        }}
        submitLabel={t(job.state === 'uploaded' ? 'imports:check' : 'imports:checkAgain')}
      >
        {({ values }) => (
          <fieldset className={classes.fields} disabled={isRunning(job)}>
            <VisuallyHidden component="legend">{t('imports:step.columns')}</VisuallyHidden>
            <ColumnTable job={job} fields={fields} />
            {kindsWithCompany.includes(target.kind) ? (
              <RemoteSelectField
                name="company_id"
                label={t('imports:columns.owner')}
                help={t('imports:columns.ownerHelp')}
                endpoint={companies.lookup}
                clearable
              />
            ) : null}
            <ChangeWatcher changed={!sameValues(values, initial)} onChange={onChange} />
          </fieldset>
        )}
      </Form>
    </Card>
  )
}
