import { companies, type CompanyRow, type CompanyStep } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { followJob } from '../../api/bulk-jobs.ts'
import { invalidateSubject, useCall, useCommand } from '../../api/query.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { notify } from '../../ui/notify.ts'
import layout from '../../ui/layout.module.css'
import classes from './companies.module.css'
import { chosenParent, ParentFields, type ParentValues } from './parent-fields.tsx'
import { parentLevels } from './placement.ts'

const subjects = ['companies', 'users', 'user-invites'] as const

/**
 * Changes the parent of a company and shows its position before and after. For the provider. With companies below it, whose
 * records all move, it is a job that the progress panel shows.
 */
export function MoveDialog({
  company,
  onClose,
}: {
  company: Pick<CompanyRow, 'id' | 'name' | 'type' | 'parent_id' | 'children_count'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const own = useSession()?.user.company
  const move = useCommand(companies.move, { subjects })
  const start = useCommand(companies.bulkMove, { subjects: ['bulk-jobs'] })
  const can = useCan()
  if (!own) return null
  // Most companies move to another parent of the level next above.
  const initial: ParentValues = {
    parent_level: parentLevels(company.type, own.type, can).at(-1) ?? own.type,
    parent_id: null,
  }
  return (
    <FormDialog
      title={t('companies:move.title', { name: company.name })}
      text={t('companies:move.text')}
      size="lg"
      onClose={onClose}
      initial={initial}
      validate={(values) => {
        const parent = chosenParent(values, own)
        const field = values.parent_level === own.type ? 'parent_level' : 'parent_id'
        if (parent === null) return { [field]: t('companies:form.needsParent') }
        return parent === company.parent_id ? { [field]: t('companies:move.same') } : {}
      }}
      submitLabel={t('companies:move.submit')}
      onSubmit={async (values) => {
        const parent_id = chosenParent(values, own)
        if (parent_id === null) return
        if (company.children_count > 0) {
          const { data } = await start.run({ body: { ids: [company.id], parent_id } })
          followJob(data.id, () => {
            for (const subject of subjects) invalidateSubject(subject)
          })
          onClose()
          return
        }
        const { data } = await move.run({ params: { id: company.id }, body: { parent_id } })
        notify.success(t('companies:done.moved', { name: data.name, parent: data.parent_name ?? own.name }))
        onClose()
      }}
    >
      {(form) => (
        <>
          <ParentFields
            form={form}
            type={company.type}
            levelLabel={t('companies:move.level')}
            parentLabel={t('companies:move.parent')}
          />
          <MovePreview company={company} parent={chosenParent(form.values, own)} />
          <p className={layout.smallNote}>{t('companies:move.warning')}</p>
        </>
      )}
    </FormDialog>
  )
}

/** The current position of the company, and the one below the chosen parent. */
function MovePreview({
  company,
  parent,
}: {
  company: Pick<CompanyRow, 'id' | 'name' | 'parent_id'>
  parent: number | null
}) {
  const { t } = useTranslation()
  const before = useCall(companies.show, { params: { id: company.id } })
  const after = useCall(companies.show, { params: { id: parent ?? 0 } }, { enabled: parent !== null })
  const target = parent === null ? undefined : after.data?.data
  return (
    <dl className={classes.paths} aria-live="polite">
      <div>
        <dt>{t('companies:move.before')}</dt>
        <dd>{before.data ? <CompanyPath steps={before.data.data.path} /> : '…'}</dd>
      </div>
      <div className={classes.after}>
        <dt>{t('companies:move.after')}</dt>
        <dd>
          {parent !== null && parent === company.parent_id ? (
            t('companies:move.same')
          ) : target ? (
            <CompanyPath steps={[...target.path, company]} />
          ) : parent === null ? (
            t('companies:move.choose')
          ) : (
            '…'
          )}
        </dd>
      </div>
    </dl>
  )
}

/** The companies from the provider down to one. */
function CompanyPath({ steps }: { steps: readonly Pick<CompanyStep, 'id' | 'name'>[] }) {
  return (
    <ol className={classes.path}>
      {steps.map((step) => (
        <li key={step.id}>{step.name}</li>
      ))}
    </ol>
  )
}
