import { Button, Group, Modal } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { BackupRow, RestorePreview } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { errorFacts, errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import type { DeviceCommand } from '../devices/use-device-command.ts'
import classes from './hardware.module.css'

const signs = { add: '+', set: '~', remove: '−' } as const

function Preview({ of }: { of: RestorePreview }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={layout.note}>
        {t('hardware:backup.restore.compared')} <Time value={of.current_seen_at} />
      </p>
      {of.other_serial ? (
        <div className={classes.warn}>
          <p>
            <strong>{t('hardware:backup.restore.otherDevice', of.other_serial)}</strong>
          </p>
          <p>{t('hardware:backup.restore.otherDeviceText')}</p>
        </div>
      ) : null}
      {of.lost_address ? (
        <div className={classes.warn}>
          <p>
            <strong>{t('hardware:backup.restore.lostAddress', { address: of.lost_address })}</strong>
          </p>
          <p>{t('hardware:backup.restore.lostAddressText')}</p>
        </div>
      ) : null}
      <div className={classes.part}>
        <h3>{t('hardware:backup.restore.changes', { count: of.changes.length })}</h3>
        <pre
          className={classes.config}
          role="group"
          aria-label={t('hardware:backup.restore.changesLabel')}
          tabIndex={0}
        >
          {of.changes.map(({ verb, text }) => `${signs[verb]} ${text}`).join('\n')}
        </pre>
      </div>
      {of.skipped.length > 0 ? (
        <div className={classes.part}>
          <h3>{t('hardware:backup.restore.skipped')}</h3>
          <ul>
            {of.skipped.map(({ text, reason }, index) => (
              <li key={index}>
                <code>{text}</code>: {t(`hardware:backup.restore.skipReasons.${reason}`)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className={layout.note}>{t(`hardware:backup.restore.rollback.${of.rollback}`)}</p>
    </>
  )
}

/** Shows what restoring a configuration changes, and starts it. */
export function RestoreDialog({
  device,
  row,
  enqueue,
  replace,
  onClose,
}: {
  device: Pick<HardwareDevice, 'id' | 'name'>
  /** The backup; one of another device without its time. */
  row: Pick<BackupRow, 'id'> & Partial<Pick<BackupRow, 'read_at'>>
  enqueue: DeviceCommand<typeof hardwareLive.restoreBackup>['enqueue']
  replace: DeviceCommand<typeof hardwareLive.restoreReplacement>['enqueue']
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [error, setError] = useState<unknown>()
  const [pending, setPending] = useState(false)
  const isOwn = row.read_at !== undefined
  const own = useCall(
    hardwareLive.previewRestore,
    { params: { id: device.id, backupId: row.id } },
    { row: device.id, staleTime: 0, enabled: isOwn },
  )
  const other = useCall(
    hardwareLive.previewReplacement,
    { params: { id: device.id }, query: { backup_id: row.id } },
    { row: device.id, staleTime: 0, enabled: !isOwn },
  )
  const shown = isOwn ? own : other
  const preview = shown.data?.data
  const textOf = (problem: unknown) => Object.values(errorFacts(problem).fields ?? {})[0] ?? errorText(problem, t)
  const rejected = shown.error && errorFacts(shown.error).fields ? shown.error : undefined
  async function start(current_id: number) {
    setPending(true)
    try {
      await (isOwn
        ? enqueue({ params: { id: device.id, backupId: row.id }, body: { current_id } })
        : replace({ params: { id: device.id }, body: { backup_id: row.id, current_id } }))
      onClose()
    } catch (problem) {
      setError(problem)
      setPending(false)
      void shown.refetch()
    }
  }
  const problem = error ?? rejected
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={
        <>
          {row.read_at === undefined ? (
            t('hardware:backup.other.title', { name: device.name })
          ) : (
            <>
              {t('hardware:backup.restore.title', { name: device.name })} <Time value={row.read_at} />
            </>
          )}
        </>
      }
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {problem ? (
        <p className={classes.alarm} role="alert">
          {textOf(problem)}
        </p>
      ) : null}
      {rejected ? null : (
        <Loaded of={{ ...shown, data: preview }} skeleton={<TableSkeleton rows={6} columns={1} />} inline>
          {(of) => <Preview of={of} />}
        </Loaded>
      )}
      <Group justify="flex-end" gap="xs" pt="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button
          color="red"
          disabled={!preview || rejected !== undefined}
          loading={pending}
          onClick={() => preview && void start(preview.current_id)}
        >
          {t('hardware:backup.restore.do')}
        </Button>
      </Group>
    </Modal>
  )
}
