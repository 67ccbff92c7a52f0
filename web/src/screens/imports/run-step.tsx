import { imports } from '@trunkline/contract/resources/import'
import { importModes, type ImportJob, type ImportMode } from '@trunkline/contract/resources/import-shapes'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { useNumber } from '../../ui/use-number.ts'
import type { ImportTarget } from './import-targets.ts'
import { blockerOf, needsCheck } from './job-state.ts'

interface ModeValues {
  mode: ImportMode
  [key: string]: unknown
}

/** The last step: how to treat rows with errors, and the import itself. */
export function RunStep({
  job,
  target,
  columnsChanged,
  onStarted,
}: {
  job: ImportJob
  target: ImportTarget
  /** The columns differ from the checked ones. */
  columnsChanged: boolean
  onStarted: () => void
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const run = useCommand(imports.run, { subjects: [] })
  const initial = useMemo<ModeValues>(() => ({ mode: job.mode }), [job.mode])
  const [selected, setSelected] = useState(job.mode)
  const count = job.created + job.updated
  const blocker = blockerOf(job, selected, columnsChanged)
  return (
    <Card title={t('imports:step.import')}>
      <Form<ModeValues>
        initial={initial}
        guard={false}
        validate={({ mode }): FieldErrors => {
          const reason = blockerOf(job, mode, columnsChanged)
          // The same button checks a mode that was not checked yet.
          return reason === undefined || reason === 'mode' ? {} : { mode: t(`imports:blocker.${reason}`) }
        }}
        onSubmit={async ({ mode }) => {
          await run.run({ params: { id: job.id }, body: { dry_run: needsCheck(job.mode, mode), mode } })
          onStarted()
        }}
        submitDisabled={count === 0 && !needsCheck(job.mode, selected)}
        submitLabel={
          needsCheck(job.mode, selected) ? t('imports:checkMode') : t('imports:run', { count, n: number(count) })
        }
      >
        <ChoiceField<ImportMode>
          name="mode"
          label={t('imports:mode.label')}
          onPick={setSelected}
          options={importModes.map((mode) => ({
            id: mode,
            name: t(`imports:mode.${mode}`),
            text: t(`imports:mode.${mode}Text`, { key: t(`imports:kind.${target.kind}.key`) }),
          }))}
        />
        <p className={layout.smallNote} role="status">
          {blocker === undefined ? '' : t(`imports:blocker.${blocker}`)}
        </p>
      </Form>
    </Card>
  )
}
