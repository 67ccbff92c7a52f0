import { Button, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import type { AnyValues } from './form-context.ts'
import { Form, type FormProps } from './form.tsx'

/**
 * A dialog with one form and Cancel. `locked` keeps it open on Escape and on a click beside it, for one that shows a
 * value which the server does not send again.
 */
export function FormDialog<V extends AnyValues>({
  title,
  text,
  size = 'md',
  locked = false,
  onClose,
  children,
  ...form
}: Omit<FormProps<V>, 'secondary' | 'guard'> & {
  title: string
  text?: ReactNode
  size?: 'md' | 'lg'
  locked?: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form<V>
        {...form}
        guard={false}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        {(fields) => (
          <>
            {text ? <Text>{text}</Text> : null}
            {typeof children === 'function' ? children(fields) : children}
          </>
        )}
      </Form>
    </Modal>
  )
}
