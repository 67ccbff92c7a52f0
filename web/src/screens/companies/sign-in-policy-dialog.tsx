import { Modal } from '@mantine/core'
import { signInPolicies, type SignInPolicy } from '@trunkline/contract/resources/sign-in-policy'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { NumberField, SwitchField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { notify } from '../../ui/notify.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'

const valuesOf = ({ idle_minutes, absolute_hours, require_two_factor, version }: SignInPolicy) => ({
  idle_minutes,
  absolute_hours,
  require_two_factor,
  version,
})

/** The rules for sessions and second factors of a company and of all companies below it. */
export function SignInPolicyDialog({
  company,
  onClose,
}: {
  company: { id: number; name: string }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const params = { id: company.id }
  const shown = useCall(signInPolicies.show, { params })
  const update = useCommand(signInPolicies.update, { subjects: ['companies'] })
  const policy = shown.data?.data
  const title = t('companies:policy.title', { name: company.name })
  if (policy === undefined)
    return (
      <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('ui:close') }}>
        <Loaded of={{ ...shown, data: undefined }} skeleton={<DetailSkeleton facts={3} />} inline>
          {() => null}
        </Loaded>
      </Modal>
    )
  const { inherited } = policy
  return (
    <FormDialog
      title={title}
      text={t('companies:policy.text')}
      onClose={onClose}
      initial={valuesOf(policy)}
      reload={async () => valuesOf((await call(signInPolicies.show, { params })).data)}
      schema={signInPolicies.update.body}
      onSubmit={async (values) => {
        await update.run({ params, body: values })
        notify.success(t('companies:policy.saved'))
        onClose()
      }}
    >
      <NumberField
        name="idle_minutes"
        label={t('companies:policy.idle')}
        help={t('companies:policy.idleHelp', { max: inherited.idle_minutes })}
        min={15}
        max={inherited.idle_minutes}
      />
      <NumberField
        name="absolute_hours"
        label={t('companies:policy.absolute')}
        help={t('companies:policy.absoluteHelp', { max: inherited.absolute_hours })}
        min={1}
        max={inherited.absolute_hours}
      />
      <SwitchField
        name="require_two_factor"
        label={t('companies:policy.twoFactor')}
        help={t(inherited.require_two_factor ? 'companies:policy.twoFactorAbove' : 'companies:policy.twoFactorHelp')}
      />
    </FormDialog>
  )
}
