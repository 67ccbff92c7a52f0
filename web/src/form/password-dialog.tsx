import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'

/** Asks for the password again, for a change that requires it. */
export default function PasswordDialog({
  onConfirm,
  onCancel,
  pending,
  error,
}: {
  onConfirm: (password: string) => void
  onCancel: () => void
  pending: boolean
  error?: string | undefined
}) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <Modal
      opened
      onClose={onCancel}
      title={t('form:password.title')}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (password) onConfirm(password)
        }}
      >
        <p>{t('form:password.text')}</p>
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
          <Button variant="default" onClick={onCancel}>
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
