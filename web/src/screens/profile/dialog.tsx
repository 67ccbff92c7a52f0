import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

/** A dialog of the profile. A click beside it never closes one that shows a secret. */
export function Dialog({
  title,
  onClose,
  size = 'md',
  lasting = false,
  children,
}: {
  title: string
  onClose: () => void
  size?: 'md' | 'lg'
  lasting?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!lasting}
      closeOnEscape={!lasting}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {children}
    </Modal>
  )
}
