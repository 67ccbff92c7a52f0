import { Text } from '@mantine/core'
import { account } from '@trunkline/contract/resources/account'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import layout from '../../ui/layout.module.css'
import { CurrentPasswordField, type AccountDialogProps } from './account-dialogs.tsx'
import classes from './profile.module.css'
import { RecoveryCodesDialog } from './secret-dialog.tsx'

const QrCode = lazy(() => loadChunk(() => import('./qr-code.tsx')))

/** In groups of four, which are easier to copy by eye. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Enables two-factor sign-in: password, scan and first code, recovery codes. */
export function EnableTwoFactorDialog({ email, onClose, onChange }: AccountDialogProps) {
  const { t } = useTranslation()
  const [scan, setScan] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = useCommand(account.beginTwoFactor)
  const confirm = useCommand(account.confirmTwoFactor)

  if (codes) return <RecoveryCodesDialog codes={codes} email={email} onClose={onClose} />
  if (!scan)
    return (
      <FormDialog
        title={t('profile:twoFactor.passwordTitle')}
        text={t('profile:twoFactor.passwordText')}
        onClose={onClose}
        initial={{ password: '' }}
        schema={account.beginTwoFactor.body}
        submitLabel={t('profile:twoFactor.next')}
        onSubmit={async (values) => setScan((await begin.run({ body: values })).data)}
      >
        <CurrentPasswordField />
      </FormDialog>
    )
  return (
    <FormDialog
      key="scan"
      title={t('profile:twoFactor.scanTitle')}
      text={t('profile:twoFactor.scanText')}
      locked
      onClose={onClose}
      initial={{ code: '' }}
      schema={account.confirmTwoFactor.body}
      submitLabel={t('profile:twoFactor.turnOn')}
      onSubmit={async (values) => {
        const { data } = await confirm.run({ body: values })
        setCodes(data.recovery_codes)
        onChange()
      }}
    >
      <div className={classes.qr}>
        <Suspense fallback={null}>
          <QrCode text={scan.uri} label={t('profile:twoFactor.qr')} />
        </Suspense>
      </div>
      <div>
        <Text size="sm" c="dimmed">
          {t('profile:twoFactor.manual')}
        </Text>
        <span className={layout.copied}>
          <code className={layout.code}>{grouped(scan.secret)}</code>
          <CopyButton value={scan.secret} what={t('profile:twoFactor.secret')} />
        </span>
      </div>
      <TextField
        name="code"
        label={t('access:field.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        required
      />
    </FormDialog>
  )
}
