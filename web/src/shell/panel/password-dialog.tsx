import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import { account } from '@trunkline/contract/resources/account'
import { useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { settlePassword } from '../../access/password-request.ts'
import { useSession } from '../../access/session.ts'
import { ApiError, call } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'

/** Asks for the password over the page, for a call that needs it again. The call is repeated afterwards. */
export default function PasswordDialog() {
  const { t } = useTranslation()
  const email = useSession()?.user.email ?? ''
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const cancel = () => settlePassword(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events of the portal to the form below the dialog.
    event.stopPropagation()
    if (pending) return
    if (password === '') return setError(t('panel:sessionDialog.required'))
    setPending(true)
    setError(null)
    try {
      await call(account.confirmPassword, { body: { password } })
      settlePassword(true)
    } catch (cause) {
      setError((cause instanceof ApiError && cause.fields?.['password']) || errorText(cause, t))
      setPending(false)
    }
  }

  return (
    <Modal
      opened
      onClose={cancel}
      title={t('form:password.title')}
      zIndex={440}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Text mb="sm">{t('form:password.text')}</Text>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          data-autofocus
          label={t('form:password.label')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={error}
          visibilityToggleButtonProps={{ 'aria-label': t('form:password.show'), tabIndex: 0 }}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={cancel}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('form:password.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
