import { Button } from '@mantine/core'
import { account } from '@trunkline/contract/resources/account'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => loadChunk(() => import('./qr-code.tsx')))

type Step = { is: 'password' } | { is: 'scan'; secret: string; uri: string } | { is: 'codes'; codes: readonly string[] }

/** In groups of four, as people copy by eye. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Switches two-factor sign-in on: password, scan and first code, recovery codes. */
export function TwoFactorOn({ email, onClose, onDone }: { email: string; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>({ is: 'password' })
  const begin = useCommand(account.beginTwoFactor)
  const confirm = useCommand(account.confirmTwoFactor)
  const cancel = (
    <Button variant="default" onClick={onClose}>
      {t('ui:cancel')}
    </Button>
  )

  if (step.is === 'codes')
    return (
      <Dialog title={t('profile:recovery.title')} onClose={onClose} lasting>
        <RecoveryCodes codes={step.codes} email={email} onDone={onClose} />
      </Dialog>
    )
  if (step.is === 'scan')
    return (
      <Dialog title={t('profile:twoFactor.scanTitle')} onClose={onClose} lasting>
        <div className={classes.steps}>
          <p>{t('profile:twoFactor.scanText')}</p>
          <div className={classes.qr}>
            <Suspense fallback={null}>
              <QrCode text={step.uri} label={t('profile:twoFactor.qr')} />
            </Suspense>
          </div>
          <div>
            <p className={classes.small}>{t('profile:twoFactor.manual')}</p>
            <span className={classes.secret}>
              <code>{grouped(step.secret)}</code>
              <CopyButton value={step.secret} what={t('profile:twoFactor.secret')} />
            </span>
          </div>
          <Form
            initial={{ code: '' }}
            guard={false}
            schema={account.confirmTwoFactor.body}
            submitLabel={t('profile:twoFactor.confirm')}
            secondary={cancel}
            onSubmit={async (values) => {
              const { data } = await confirm.run({ body: values })
              setStep({ is: 'codes', codes: data.recovery_codes })
              onDone()
            }}
          >
            <TextField
              name="code"
              label={t('profile:twoFactor.sixDigits')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              autoFocus
              required
            />
          </Form>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('profile:twoFactor.passwordTitle')} onClose={onClose}>
      <Form
        initial={{ password: '' }}
        guard={false}
        schema={account.beginTwoFactor.body}
        submitLabel={t('profile:twoFactor.next')}
        secondary={cancel}
        onSubmit={async (values) => {
          const { data } = await begin.run({ body: values })
          setStep({ is: 'scan', ...data })
        }}
      >
        <p>{t('profile:twoFactor.passwordText')}</p>
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
