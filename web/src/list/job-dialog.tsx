import type { Endpoint } from '@trunkline/contract/endpoint'
import { Suspense, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { followJob } from '../api/bulk-jobs.ts'
import { invalidateSubject, useCommand } from '../api/query.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { BulkFacts } from './bulk-facts.tsx'
import { movedTotal } from './moved-total.ts'
import type { BulkSelection, JobAction, RowId } from './list-types.ts'
import classes from './list.module.css'

/**
 * Confirms a bulk action that runs as a job: names the verb, the count and the company path, asks for the values of all
 * rows, and asks again when the count has changed. The progress panel shows the job afterwards.
 */
export default function JobDialog<Id extends RowId>({
  action,
  selection: first,
  count: firstCount,
  path,
  onClose,
  onDone,
}: {
  action: JobAction<Id>
  selection: BulkSelection<Id>
  count: number
  /** The selected company context, from the own company down. */
  path: string
  onClose: () => void
  /** Called when the selection is used up, and when the job has changed rows. */
  onDone: () => void
}) {
  const { t } = useTranslation()
  const [{ selection, count, moved }, setSelected] = useState({ selection: first, count: firstCount, moved: false })
  const start = useCommand(action.job, { subjects: ['bulk-jobs'] })
  const { fields } = action

  const submit = async (values: Record<string, unknown>) => {
    const body = { ...selection, ...action.values, ...(fields?.body ? fields.body(values) : values) }
    try {
      const { data } = (await start.run({ body } as never)) as unknown as { data: { id: number } }
      onDone()
      followJob(data.id, () => {
        onDone()
        for (const subject of action.subjects ?? subjectsOf(action.job)) invalidateSubject(subject)
      })
      onClose()
    } catch (error) {
      const total = movedTotal(error)
      if (total === undefined || !('matching' in selection)) throw error
      setSelected({ selection: { matching: { ...selection.matching, total } }, count: total, moved: true })
    }
  }

  return (
    <FormDialog<Record<string, unknown>>
      title={action.confirm.title}
      initial={fields?.initial ?? {}}
      {...(fields?.validate && { validate: fields.validate })}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('list:bulk.confirm', { action: action.label, count })}
      danger={action.tone === 'danger'}
    >
      <BulkFacts action={action} count={count} path={path} moved={moved} />
      <Suspense fallback={null}>{fields?.inputs}</Suspense>
      <p className={classes.hint}>{t('list:bulk.asJob')}</p>
    </FormDialog>
  )
}

const subjectsOf = ({ access }: Endpoint) => (typeof access === 'object' ? [access.subject] : [])
