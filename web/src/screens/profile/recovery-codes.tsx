import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './profile.module.css'

function saveText(content: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The codes, the only time they are shown. */
export function RecoveryCodes({
  codes,
  email,
  onDone,
}: {
  codes: readonly string[]
  email: string
  onDone: () => void
}) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <div className={classes.steps}>
      <p>{t('profile:recovery.text')}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.buttons}>
        <CopyButton value={text} label={t('profile:recovery.copy')} />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() =>
            saveText(`${t('profile:recovery.file', { email })}\n\n${text}\n`, 'trunkline-recovery-codes.txt')
          }
        >
          {t('profile:recovery.download')}
        </Button>
        <Button className={classes.last ?? ''} onClick={onDone}>
          {t('profile:recovery.done')}
        </Button>
      </div>
    </div>
  )
}
