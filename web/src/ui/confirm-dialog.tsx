import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { ErrorNotice } from './error-notice.tsx'

/** Confirms an action that can't be undone in one click. The title names the action, the button repeats its verb. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'normal',
  pending = false,
  error,
}: {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  tone?: 'normal' | 'danger' | undefined
  pending?: boolean
  error?: unknown
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={pending ? () => {} : onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close'), disabled: pending }}
    >
      <Stack gap="md">
        <div>{children}</div>
        {error ? <ErrorNotice error={error} inline /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
            {cancelLabel ?? t('ui:cancel')}
          </Button>
          <Button {...(tone === 'danger' ? { color: 'red.9' } : {})} onClick={onConfirm} loading={pending}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
