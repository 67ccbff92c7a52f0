import type { SessionUser } from '@trunkline/contract/resources/auth'
import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { storeSession } from '../../access/session.ts'
import { ApiError, call } from '../../api/call.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { errorText } from '../../ui/error-text.ts'

/**
 * Signs the same user in again over the page. The form keeps its input, and the call that failed is repeated by its
 * caller. Another user is rejected.
 */
export default function SessionDialog({ user, onGiveUp }: { user: SessionUser; onGiveUp: () => void }) {
  const { t } = useTranslation('panel')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(user.two_factor)
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events of the portal to the form below the dialog.
    event.stopPropagation()
    if (pending) return
    if (password === '') {
      setError(t('sessionDialog.required'))
      return
    }
    setPending(true)
    setError(null)
    try {
      const endpoint = user.role === 'client' ? sessionCalls.userLogin : sessionCalls.login
      const { data } = await call(endpoint, {
        body: { email: user.email, password, ...(code.trim() && { code: code.trim() }) },
      })
      if (data.user.id !== user.id) {
        await call(sessionCalls.logout).catch(() => undefined)
        setError(t('sessionDialog.wrongUser', { email: user.email }))
        return
      }
      storeSession(data)
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'two_factor_required') {
        setNeedsCode(true)
        if (!needsCode) return
      }
      setError(errorText(cause, t))
    } finally {
      setPending(false)
    }
  }

  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('sessionDialog.title')}
      zIndex={450}
      centered
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <Text>{t('sessionDialog.text', { email: user.email })}</Text>
          <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label={t('sessionDialog.password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            error={error}
            data-autofocus
          />
          {needsCode && (
            <TextInput
              label={t('sessionDialog.code')}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete="one-time-code"
              inputMode="numeric"
            />
          )}
          <Button type="submit" loading={pending}>
            {t('sessionDialog.submit')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onGiveUp}>
            {t('sessionDialog.other')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
