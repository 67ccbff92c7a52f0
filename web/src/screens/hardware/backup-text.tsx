import { Button, Modal } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type BackupRow } from '@trunkline/contract/resources/hardware-live'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './live.module.css'

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** One kept configuration as text. Secrets are masked before it is kept. */
export function BackupText({
  device,
  row,
  onClose,
}: {
  device: Pick<HardwareDevice, 'id' | 'name'>
  row: BackupRow
  onClose: () => void
}) {
  const { t } = useTranslation()
  const shown = useCall(
    hardwareLive.backup,
    { params: { id: device.id, backupId: row.id } },
    { staleTime: Number.POSITIVE_INFINITY, row: device.id },
  )
  const text = shown.data?.data.text
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={
        <>
          {device.name}, <Time value={row.read_at} />
        </>
      }
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {shown.error ? (
        <ErrorNotice error={shown.error} inline retry={() => void shown.refetch()} />
      ) : text === undefined ? (
        <TableSkeleton rows={8} columns={1} />
      ) : (
        <>
          <div className={classes.foot}>
            <span className={classes.quiet}>{t('hardware:backup.masked')}</span>
            <span className={classes.tools}>
              <CopyButton value={text} label={t('ui:copy.do')} />
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                onClick={() => save(text, `${device.name}-${row.read_at.slice(0, 10)}.rsc`)}
              >
                {t('hardware:backup.save')}
              </Button>
            </span>
          </div>
          <pre className={classes.config} role="region" aria-label={t('hardware:backup.text')} tabIndex={0}>
            {text}
          </pre>
        </>
      )}
    </Modal>
  )
}
