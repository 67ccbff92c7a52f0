import { Button, Modal } from '@mantine/core'
import type { CompanyType } from '@trunkline/contract/abilities'
import { companies, type CompanyRow, type CompanyStep } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { Form } from '../../form/form.tsx'
import { notify } from '../../ui/notify.ts'
import layout from '../../ui/layout.module.css'
import classes from './companies.module.css'
import { chosenParent, ParentFields, type ParentValues } from './parent-fields.tsx'
import { parentLevels } from './placement.ts'

/** Puts a company under another parent, after showing where it stands and where it will. For the provider line. */
export function MoveDialog({
  company,
  onClose,
}: {
  company: Pick<CompanyRow, 'id' | 'name' | 'type' | 'parent_id'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const own = useSession()?.user.company
  const move = useCommand(companies.move, { subjects: ['companies', 'users', 'user-invites'] })
  const can = useCan()
  if (!own) return null
  // Most companies move to another parent of the level next above.
  const initial: ParentValues = {
    parent_level: parentLevels(company.type, own.type, can).at(-1) ?? own.type,
    parent_id: null,
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('companies:move.title', { name: company.name })}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className={layout.lead}>{t('companies:move.text')}</p>
      <Form<ParentValues & Record<string, unknown>>
        initial={initial as ParentValues & Record<string, unknown>}
        guard={false}
        validate={(values) => {
          const parent = chosenParent(values, own)
          const field = values.parent_level === own.type ? 'parent_level' : 'parent_id'
          if (parent === null) return { [field]: t('companies:form.needsParent') }
          return parent === company.parent_id ? { [field]: t('companies:move.same') } : {}
        }}
        onSubmit={async (values) => {
          const parent_id = chosenParent(values, own)
          if (parent_id === null) return
          const { data } = await move.run({ params: { id: company.id }, body: { parent_id } })
          notify.success(t('companies:done.moved', { name: data.name, parent: data.parent_name ?? own.name }))
          onClose()
        }}
        submitLabel={t('companies:move.submit')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
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
      </Form>
    </Modal>
  )
}

interface Named {
  id: number
  name: string
  type: CompanyType
  parent_id?: number | null
}

/** Where the company stands now, and below the chosen parent. */
function MovePreview({ company, parent }: { company: Named; parent: number | null }) {
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

/** The companies from the top down to one. */
function CompanyPath({ steps }: { steps: readonly (CompanyStep | Named)[] }) {
  return (
    <ol className={classes.path}>
      {steps.map((step) => (
        <li key={step.id}>{step.name}</li>
      ))}
    </ol>
  )
}
