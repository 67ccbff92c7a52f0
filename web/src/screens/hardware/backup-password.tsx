import { Group, Modal } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { BackupRow } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'

/** The password of a binary backup, which RouterOS asks for when it loads the file. */
export function BackupPassword({
  device,
  row,
  onClose,
}: {
  device: Pick<HardwareDevice, 'id'>
  row: Pick<BackupRow, 'id'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { run, error } = useCommand(hardwareLive.backupPassword, { subjects: [] })
  const [password, setPassword] = useState<string | undefined>()
  const read = useCallback(() => {
    run({ params: { id: device.id, backupId: row.id } }).then(
      ({ data }) => setPassword(data.password),
      // Shown by `error`.
      () => undefined,
    )
  }, [run, device.id, row.id])
  useEffect(read, [read])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hardware:backup.password')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className={layout.note}>{t('hardware:backup.passwordHelp')}</p>
      <Loaded of={{ data: password, error, refetch: read }} skeleton={<TableSkeleton rows={1} columns={1} />} inline>
        {(text) => (
          <Group gap="xs">
            <code>{text}</code>
            <CopyButton value={text} label={t('ui:copy.do')} />
          </Group>
        )}
      </Loaded>
    </Modal>
  )
}
