import { imports } from '@trunkline/contract/resources/import'
import { importModes, type ImportJob, type ImportMode } from '@trunkline/contract/resources/import-shapes'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { Card } from '../../ui/card.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './imports.module.css'
import { hindrance, needsCheck } from './job-state.ts'
import type { ImportRoom } from './kinds.ts'

interface ModeValues {
  mode: ImportMode
  [key: string]: unknown
}

/** The last step: what bad rows do, and taking the file over. */
export function ImportStep({
  job,
  namespace,
  changed,
  onStarted,
}: {
  job: ImportJob
  namespace: ImportRoom
  /** The columns are taken as something else than was checked. */
  changed: boolean
  onStarted: () => void
}) {
  const { t, i18n } = useTranslation()
  const run = useCommand(imports.run, { subjects: [] })
  const initial = useMemo<ModeValues>(() => ({ mode: job.mode }), [job.mode])
  const [chosen, setChosen] = useState(job.mode)
  const count = job.created + job.updated
  const again = needsCheck(job.mode, chosen)
  const reasonOf = (mode: ImportMode) => hindrance(job, mode, changed)
  const reason = reasonOf(chosen)
  return (
    <Card title={t('imports:step.import')}>
      <Form<ModeValues>
        initial={initial}
        guard={false}
        validate={({ mode }): FieldErrors => {
          const why = reasonOf(mode)
          // A choice that was not checked is checked by the same button.
          return why === undefined || why === 'mode' ? {} : { mode: t(`imports:hindrance.${why}`) }
        }}
        onSubmit={async ({ mode }) => {
          await run.run({ params: { id: job.id }, body: { dry_run: needsCheck(job.mode, mode), mode } })
          onStarted()
        }}
        submitLabel={
          again ? t('imports:checkMode') : t('imports:run', { count, n: count.toLocaleString(regional(i18n.language)) })
        }
      >
        <ChoiceField<ImportMode>
          name="mode"
          label={t('imports:mode.label')}
          onPick={setChosen}
          options={importModes.map((mode) => ({
            id: mode,
            name: t(`imports:mode.${mode}`),
            text: t(`imports:mode.${mode}Text`, { key: t(`imports:kind.${namespace.kind}.key`) }),
          }))}
        />
        <p className={classes.note} role="status">
          {reason === undefined ? '' : t(`imports:hindrance.${reason}`)}
        </p>
      </Form>
    </Card>
  )
}
