import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { Button, Modal } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { SelectField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'

interface Values extends Record<string, unknown> {
  device: number | null
  backup: number | null
}

/** Configurations of the chosen device that can be restored. */
function BackupField({ of }: { of: number }) {
  const { t, i18n } = useTranslation()
  const found = useBackups(of)
  const options = (found.data?.data ?? [])
    .filter((row) => row.has_secrets)
    .map((row) => ({
      id: row.id,
      name: [new Date(row.read_at).toLocaleString(regional(i18n.language)), row.board, row.routeros_version]
        .filter((part) => part !== null)
        .join(' · '),
    }))
  return (
    <SelectField
      name="backup"
      label={t('hardware:backup.other.backup')}
      {...(found.data && options.length === 0 ? { help: t('hardware:backup.other.none') } : {})}
      options={options}
      required
    />
  )
}

const useBackups = (id: number) =>
  useCall(hardwareLive.backups, { params: { id }, query: { page: 1, perPage: 100 } }, { row: id })

/** Chooses a stored configuration of another device, which the device replaces. What it changes is shown before it starts. */
export function OtherDeviceDialog({
  device,
  onChosen,
  onClose,
}: {
  device: HardwareDevice
  /** Id of the backup. */
  onChosen: (backup: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const initial = useMemo<Values>(() => ({ device: null, backup: null }), [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hardware:backup.other.title', { name: device.name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className={layout.lead}>{t('hardware:backup.other.text')}</p>
      <Form<Values>
        initial={initial}
        guard={false}
        validate={(values): FieldErrors => ({
          ...(values.device === null ? { device: t('hardware:backup.other.deviceNeeded') } : {}),
          ...(values.device === device.id ? { device: t('hardware:backup.other.same') } : {}),
          ...(values.device !== null && values.backup === null
            ? { backup: t('hardware:backup.other.backupNeeded') }
            : {}),
        })}
        onSubmit={({ backup }) => Promise.resolve(onChosen(backup as number))}
        submitLabel={t('hardware:backup.other.submit')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        {({ values }) => (
          <>
            <RemoteSelectField
              name="device"
              label={t('hardware:backup.other.device')}
              endpoint={hardware.lookup}
              query={{ for_company_id: device.company_id }}
              required
            />
            {values.device === null ? null : <BackupField key={values.device} of={values.device} />}
          </>
        )}
      </Form>
    </Modal>
  )
}
