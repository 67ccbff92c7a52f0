import { Button, Modal } from '@mantine/core'
import { accessControl } from '@trunkline/contract/resources/access-control'
import type { QueuedOnDevice, Registration } from '@trunkline/contract/resources/wifi-shapes'
import type { AccessAction } from '@trunkline/contract/resources/wifi-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { invalidateSubject, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { notify } from '../../ui/notify.ts'
import classes from './wifi.module.css'

interface Values extends Record<string, unknown> {
  name: string
  note: string
}

/** Blocks or allows a device that is on the Wi-Fi: an entry of the site's access control, new or changed. */
export default function AccessDialog({
  siteId,
  row,
  action,
  onClose,
  onAsked,
}: {
  siteId: number
  row: Registration
  action: AccessAction
  onClose: () => void
  onAsked: (requested: readonly QueuedOnDevice[]) => void
}) {
  const { t } = useTranslation()
  const store = useCommand(accessControl.store)
  const update = useCommand(accessControl.update)
  const known = row.access_control_id
  const maker = row.vendor === null || row.vendor === 'random' ? '' : row.vendor
  const initial: Values = { name: row.name ?? maker, note: '' }
  const bodyOf = (values: Values) => ({
    mac: row.mac,
    name: values.name.trim(),
    action,
    note: values.note.trim() || null,
  })
  const name = row.name ?? row.mac
  const blocks = action === 'block'
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={t(`wifi:access.${action}Title`, { name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form<Values>
        initial={initial}
        guard={false}
        danger={blocks}
        validate={(values) => (known === null ? schemaErrors(accessControl.store.body, bodyOf(values)) : {})}
        submitLabel={t(`wifi:clients.${action}`)}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={async (values) => {
          const { data } =
            known === null
              ? await store.run({ params: { id: siteId }, body: bodyOf(values) })
              : await update.run({ params: { id: siteId }, body: { id: known, action, is_enabled: true } })
          invalidateSubject('wifi')
          notify.success(t(`wifi:access.${action}Done`, { name: values.name.trim() || name }))
          onAsked(data.commands)
        }}
      >
        <p className={classes.plain}>{t(`wifi:access.${action}Text`)}</p>
        {row.vendor === 'random' ? <p className={classes.note}>{t('wifi:access.random')}</p> : null}
        {known === null ? (
          <FieldGroup>
            <TextField
              name="name"
              label={t('wifi:field.name')}
              help={t('wifi:access.nameHelp')}
              maxLength={100}
              required
              whole
            />
            <TextField name="note" label={t('wifi:field.note')} maxLength={255} whole />
          </FieldGroup>
        ) : null}
      </Form>
    </Modal>
  )
}
