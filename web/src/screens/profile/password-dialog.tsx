import { Button } from '@mantine/core'
import { auth } from '@trunkline/contract/resources/auth'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { CheckboxField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { notify } from '../../ui/notify.ts'
import { Dialog } from './dialog.tsx'

interface Values {
  password: string
  new_password: string
  end_others: boolean
  revoke_tokens: boolean
  [key: string]: unknown
}

const initial: Values = { password: '', new_password: '', end_others: true, revoke_tokens: false }

/** Changes the own password; ends the other sessions unless told not to, revokes API tokens where told to. */
export function PasswordDialog({ email, onClose, onDone }: { email: string; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const change = useCommand(auth.changePassword)
  const submit = async (values: Values) => {
    await change.run({ body: values })
    notify.success(t('profile:password.done'))
    onDone()
    onClose()
  }
  return (
    <Dialog title={t('profile:password.title')} onClose={onClose}>
      <Form<Values>
        initial={initial}
        guard={false}
        schema={auth.changePassword.body}
        submitLabel={t('profile:password.submit')}
        onSubmit={submit}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        {/* Password managers keep the new password for this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label={t('profile:field.password')}
          autoComplete="current-password"
          autoFocus
          required
        />
        <PasswordField
          name="new_password"
          label={t('profile:field.new_password')}
          autoComplete="new-password"
          hints
          required
        />
        <CheckboxField name="end_others" label={t('profile:password.endOthers')} />
        <CheckboxField
          name="revoke_tokens"
          label={t('profile:password.revokeTokens')}
          help={t('profile:password.revokeTokensHelp')}
        />
      </Form>
    </Dialog>
  )
}
