import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import classes from './profile.module.css'

/** Shows a secret once, with a button that copies it. Only its buttons close it. */
export function SecretDialog({
  title,
  text,
  secret,
  copyLabel,
  buttons,
  onClose,
  children,
}: {
  title: string
  text: string
  secret: string
  copyLabel: string
  /** Shown beside the copy button. */
  buttons?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack>
        <Text>{text}</Text>
        {children}
        <Group gap="xs">
          <CopyButton value={secret} label={copyLabel} />
          {buttons}
          <Button ms="auto" onClick={onClose}>
            {t('profile:secretSaved')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Recovery codes, which the server sends once. */
export function RecoveryCodesDialog({
  codes,
  email,
  onClose,
}: {
  codes: readonly string[]
  email: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const file = `${t('profile:recovery.file', { email })}\n\n${text}\n`
  return (
    <SecretDialog
      title={t('profile:recovery.title')}
      text={t('profile:recovery.text')}
      secret={text}
      copyLabel={t('profile:recovery.copy')}
      onClose={onClose}
      buttons={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => saveFile(file, 'trunkline-recovery-codes.txt', 'text/plain;charset=utf-8')}
        >
          {t('profile:recovery.download')}
        </Button>
      }
    >
      <ol className={classes.secrets}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </SecretDialog>
  )
}
