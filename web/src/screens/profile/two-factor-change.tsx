import { Button } from '@mantine/core'
import { account } from '@trunkline/contract/resources/account'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { notify } from '../../ui/notify.ts'
import { Dialog } from './dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Switches two-factor sign-in off, with the password and a code. */
export function TwoFactorOff({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const disable = useCommand(account.disableTwoFactor)
  return (
    <Dialog title={t('profile:twoFactor.offTitle')} onClose={onClose}>
      <Form
        initial={{ password: '', code: '' }}
        guard={false}
        schema={account.disableTwoFactor.body}
        submitLabel={t('profile:twoFactor.offConfirm')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={async (values) => {
          await disable.run({ body: values })
          notify.success(t('profile:twoFactor.isOff'))
          onDone()
          onClose()
        }}
      >
        <p>{t('profile:twoFactor.offWarning')}</p>
        <PasswordField
          name="password"
          label={t('profile:field.password')}
          autoComplete="current-password"
          autoFocus
          required
        />
        <TextField
          name="code"
          label={t('profile:twoFactor.offCode')}
          autoComplete="one-time-code"
          maxLength={32}
          required
        />
      </Form>
    </Dialog>
  )
}

/** Makes the recovery codes anew. */
export function RecoveryRenewal({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useCommand(account.renewRecoveryCodes)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <Dialog title={t('profile:recovery.title')} onClose={onClose} lasting>
        <RecoveryCodes codes={codes} email={email} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t('profile:twoFactor.renewTitle')} onClose={onClose}>
      <Form
        initial={{ password: '' }}
        guard={false}
        schema={account.renewRecoveryCodes.body}
        submitLabel={t('profile:twoFactor.renewConfirm')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={async (values) => {
          const { data } = await renew.run({ body: values })
          setCodes(data.recovery_codes)
        }}
      >
        <p>{t('profile:twoFactor.renewText')}</p>
        <PasswordField
          name="password"
          label={t('profile:field.password')}
          autoComplete="current-password"
          autoFocus
          required
        />
      </Form>
    </Dialog>
  )
}
