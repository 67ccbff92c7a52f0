import { account } from '@trunkline/contract/resources/account'
import { auth } from '@trunkline/contract/resources/auth'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { CheckboxField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { notify } from '../../ui/notify.ts'
import { RecoveryCodesDialog } from './secret-dialog.tsx'

export interface AccountDialogProps {
  /** The account's e-mail address. */
  email: string
  onClose: () => void
  /** Called after the account has changed. */
  onChange: () => void
}

/** The current password, which every change of credentials asks for. */
export function CurrentPasswordField({ autoFocus = true }: { autoFocus?: boolean }) {
  const { t } = useTranslation()
  return (
    <PasswordField
      name="password"
      label={t('profile:field.password')}
      autoComplete="current-password"
      autoFocus={autoFocus}
      required
    />
  )
}

/** Requests a new e-mail address; it counts once the link sent to it is opened. */
export function EmailDialog({ email, onClose }: AccountDialogProps) {
  const { t } = useTranslation()
  const change = useCommand(auth.changeEmail)
  return (
    <FormDialog
      title={t('profile:email.title')}
      text={t('profile:email.text', { email })}
      onClose={onClose}
      initial={{ email: '', password: '' }}
      schema={auth.changeEmail.body}
      submitLabel={t('profile:email.submit')}
      onSubmit={async (values) => {
        const { data } = await change.run({ body: values })
        notify.success(t('profile:linkSent', { email: data.sent_to }))
        onClose()
      }}
    >
      <TextField name="email" label={t('profile:email.field')} type="email" autoComplete="email" autoFocus required />
      <CurrentPasswordField autoFocus={false} />
    </FormDialog>
  )
}

/** Changes the password; ends the other sessions by default, revokes API tokens on request. */
export function PasswordDialog({ email, onClose, onChange }: AccountDialogProps) {
  const { t } = useTranslation()
  const change = useCommand(auth.changePassword)
  return (
    <FormDialog
      title={t('profile:password.title')}
      onClose={onClose}
      initial={{ password: '', new_password: '', end_others: true, revoke_tokens: false }}
      schema={auth.changePassword.body}
      submitLabel={t('profile:password.title')}
      onSubmit={async (values) => {
        await change.run({ body: values })
        notify.success(t('profile:password.done'))
        onChange()
        onClose()
      }}
    >
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField />
      <PasswordField
        name="new_password"
        label={t('access:field.new_password')}
        autoComplete="new-password"
        hints
        required
      />
      <CheckboxField name="end_others" label={t('profile:password.endOthers')} />
      <CheckboxField
        name="revoke_tokens"
        label={t('access:reset.revokeTokens')}
        help={t('access:reset.revokeTokensHelp')}
      />
    </FormDialog>
  )
}

/** Disables two-factor sign-in, with the password and a code. */
export function DisableTwoFactorDialog({ onClose, onChange }: AccountDialogProps) {
  const { t } = useTranslation()
  const disable = useCommand(account.disableTwoFactor)
  return (
    <FormDialog
      title={t('profile:twoFactor.offTitle')}
      text={t('profile:twoFactor.offWarning')}
      onClose={onClose}
      initial={{ password: '', code: '' }}
      schema={account.disableTwoFactor.body}
      submitLabel={t('profile:twoFactor.turnOff')}
      onSubmit={async (values) => {
        await disable.run({ body: values })
        notify.success(t('profile:twoFactor.isOff'))
        onChange()
        onClose()
      }}
    >
      <CurrentPasswordField />
      <TextField
        name="code"
        label={t('profile:twoFactor.offCode')}
        autoComplete="one-time-code"
        maxLength={32}
        required
      />
    </FormDialog>
  )
}

/** Replaces the recovery codes and shows the new ones. */
export function RenewCodesDialog({ email, onClose }: AccountDialogProps) {
  const { t } = useTranslation()
  const renew = useCommand(account.renewRecoveryCodes)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} email={email} onClose={onClose} />
  return (
    <FormDialog
      title={t('profile:twoFactor.renewTitle')}
      text={t('profile:twoFactor.renewText')}
      onClose={onClose}
      initial={{ password: '' }}
      schema={account.renewRecoveryCodes.body}
      submitLabel={t('profile:twoFactor.renewConfirm')}
      onSubmit={async (values) => setCodes((await renew.run({ body: values })).data.recovery_codes)}
    >
      <CurrentPasswordField />
    </FormDialog>
  )
}
