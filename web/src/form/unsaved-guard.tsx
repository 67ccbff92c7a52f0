import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button, Group, Modal } from '@mantine/core'

/** Confirms leaving a page with unsaved input. A change of search parameters on the same page is not leaving. */
export function UnsavedGuard({
  when,
  changed,
}: {
  /** Evaluated when the page is left. */ when: () => boolean
  changed: boolean
}) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: () => changed && when(),
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('form:guard.title')}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p>{t('form:guard.text')}</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t('form:guard.leave')}
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          {t('form:guard.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
