import { Button, Group, Modal } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { BackupRow } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './hardware.module.css'

function saveFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A stored configuration as text. Secrets were masked before it was stored. */
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
      <Loaded of={{ ...shown, data: shown.data?.data.text }} skeleton={<TableSkeleton rows={8} columns={1} />} inline>
        {(text) => (
          <>
            <Group justify="space-between" gap="xs">
              <span className={layout.quiet}>{t('hardware:backup.masked')}</span>
              <Group gap="xs">
                <CopyButton value={text} label={t('ui:copy.do')} />
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={actionIcon(IconDownload)}
                  onClick={() => saveFile(text, `${device.name}-${row.read_at.slice(0, 10)}.rsc`)}
                >
                  {t('hardware:backup.save')}
                </Button>
              </Group>
            </Group>
            <pre className={classes.config} role="group" aria-label={t('hardware:backup.text')} tabIndex={0}>
              {text}
            </pre>
          </>
        )}
      </Loaded>
    </Modal>
  )
}
