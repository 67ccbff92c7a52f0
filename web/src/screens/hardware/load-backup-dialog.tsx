import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { BackupRow, LoadPreview } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { errorFacts, errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import type { DeviceCommand } from '../devices/use-device-command.ts'
import { Differences } from './backup-diff.tsx'
import classes from './hardware.module.css'

function Preview({ of }: { of: LoadPreview }) {
  const { t } = useTranslation()
  const { backup, device } = of.versions
  return (
    <>
      <div className={classes.alarm}>
        <p>
          <strong>{t('hardware:backup.load.lastResort')}</strong>
        </p>
        <ul>
          <li>{t('hardware:backup.load.restarts')}</li>
          <li>{t('hardware:backup.load.noRollback')}</li>
          <li>{t('hardware:backup.load.everything')}</li>
          <li>
            {t(of.recovers_access ? 'hardware:backup.load.certificates' : 'hardware:backup.load.certificatesLost')}
          </li>
        </ul>
      </div>
      {backup === device ? null : (
        <div className={classes.warn}>
          <p>
            <strong>{t('hardware:backup.load.otherVersion', { backup: backup ?? '?', device: device ?? '?' })}</strong>
          </p>
          <p>{t('hardware:backup.load.otherVersionText')}</p>
        </div>
      )}
      <div className={classes.part}>
        <h3>{t('hardware:backup.diff')}</h3>
        <p className={layout.note}>
          {t('hardware:backup.restore.compared')} <Time value={of.current_seen_at} />
        </p>
        <Differences {...of.difference} same={t('hardware:backup.load.same')} />
      </div>
    </>
  )
}

/** Shows what loading a binary backup means, and starts it when the serial number of the device has been repeated. */
export function LoadBackupDialog({
  device,
  row,
  enqueue,
  onClose,
}: {
  device: Pick<HardwareDevice, 'id' | 'name'>
  row: Pick<BackupRow, 'id' | 'read_at'>
  enqueue: DeviceCommand<typeof hardwareLive.loadBackup>['enqueue']
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [serial, setSerial] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>()
  const [pending, setPending] = useState(false)
  const shown = useCall(
    hardwareLive.previewLoad,
    { params: { id: device.id, backupId: row.id } },
    { row: device.id, staleTime: 0 },
  )
  const preview = shown.data?.data
  const rejected = shown.error && errorFacts(shown.error).fields ? shown.error : undefined
  const fieldsOf = (problem: unknown) => (problem ? (errorFacts(problem).fields ?? {}) : {})
  const serialError = fieldsOf(error)['serial_number']
  const problem = rejected ?? (serialError === undefined ? error : undefined)
  async function start(event: FormEvent) {
    event.preventDefault()
    if (preview === undefined) return
    setPending(true)
    try {
      const body = { current_id: preview.current_id, serial_number: serial }
      await enqueue({ params: { id: device.id, backupId: row.id }, body })
      onClose()
    } catch (failure) {
      setError(failure)
      setPending(false)
      if (fieldsOf(failure)['serial_number'] !== undefined) field.current?.focus()
      void shown.refetch()
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={
        <>
          {t('hardware:backup.load.title', { name: device.name })} <Time value={row.read_at} />
        </>
      }
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form onSubmit={(event) => void start(event)} noValidate>
        <div className={layout.stack}>
          {problem ? (
            <p className={classes.alarm} role="alert">
              {Object.values(fieldsOf(problem))[0] ?? errorText(problem, t)}
            </p>
          ) : null}
          {rejected ? null : (
            <Loaded of={{ ...shown, data: preview }} skeleton={<TableSkeleton rows={6} columns={1} />} inline>
              {(of) => (
                <>
                  <Preview of={of} />
                  <TextInput
                    ref={field}
                    label={t('hardware:backup.load.serial')}
                    description={t('hardware:backup.load.serialHelp', { serial: of.serial_number })}
                    value={serial}
                    onChange={(event) => {
                      setSerial(event.currentTarget.value)
                      setError(undefined)
                    }}
                    error={serialError}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </>
              )}
            </Loaded>
          )}
          <Group justify="flex-end" gap="xs" pt="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            <Button
              type="submit"
              color="red.9"
              disabled={!preview || rejected !== undefined || serial.trim() === ''}
              loading={pending}
            >
              {t('hardware:backup.load.do')}
            </Button>
          </Group>
        </div>
      </form>
    </Modal>
  )
}
