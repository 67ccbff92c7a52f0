import { deviceTopology, maxUplinks, type DeviceTopology } from '@trunkline/contract/resources/device-topology'
import { hardware } from '@trunkline/contract/resources/hardware'
import { useMemo } from 'react'
import { useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { notify } from '../../ui/notify.ts'

interface Values extends Record<string, unknown> {
  upstream_ids: number[]
  upstream_ids_next: null
}

/** Sets the uplinks of a device in place of the derived ones. */
export function UplinkDialog({
  device,
  uplinks,
  onClose,
}: {
  device: { id: number; name: string }
  uplinks: DeviceTopology['uplinks']
  onClose: () => void
}) {
  const { t } = useTranslation()
  const set = useCommand(deviceTopology.setUplinks)
  const initial = useMemo<Values>(
    () => ({ upstream_ids: uplinks.map(({ id }) => id), upstream_ids_next: null }),
    [uplinks],
  )
  return (
    <FormDialog<Values>
      title={t('topology:device.setTitle', { name: device.name })}
      text={t('topology:device.setText')}
      onClose={onClose}
      initial={initial}
      validate={({ upstream_ids }): FieldErrors =>
        upstream_ids.length > maxUplinks
          ? { upstream_ids: t('topology:device.tooMany', { count: maxUplinks }) }
          : upstream_ids.includes(device.id)
            ? { upstream_ids: t('topology:device.itself') }
            : {}
      }
      onSubmit={async ({ upstream_ids }) => {
        await set.run({ params: { id: device.id }, body: { upstream_ids } })
        notify.success(t('topology:device.setDone', { name: device.name }))
        onClose()
      }}
      submitLabel={t('topology:device.submit')}
    >
      <RemotePicksField
        name="upstream_ids"
        label={t('topology:device.uplinks')}
        help={t('topology:device.help')}
        endpoint={hardware.lookup}
        known={uplinks}
        none={t('topology:device.noneSelected')}
      />
    </FormDialog>
  )
}
