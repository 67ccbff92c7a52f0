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

/** Blocks or allows a connected device: creates or updates its entry in the access list of the site. */
export default function AccessDialog({
  siteId,
  row,
  action,
  onClose,
  onSent,
}: {
  siteId: number
  row: Registration
  action: AccessAction
  onClose: () => void
  onSent: (commands: readonly QueuedOnDevice[]) => void
}) {
  const { t } = useTranslation()
  const store = useCommand(accessControl.store)
  const update = useCommand(accessControl.update)
  const { mac, access_control_id: entryId } = row
  const vendor = row.vendor === 'random' ? null : row.vendor
  const initial = { name: row.name ?? vendor ?? '', note: '' }
  const bodyOf = ({ name, note }: typeof initial) => ({
    mac,
    name: name.trim(),
    action,
    note: note.trim() || null,
  })
  const submit = async (values: typeof initial) => {
    const params = { id: siteId }
    const { data } =
      entryId === null
        ? await store.run({ params, body: bodyOf(values) })
        : await update.run({ params, body: { id: entryId, action, is_enabled: true } })
    invalidateSubject('wifi')
    notify.success(t(`wifi:access.${action}Done`, { name: values.name.trim() || mac }))
    onSent(data.commands)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={t(`wifi:access.${action}Title`, { name: row.name ?? mac })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form
        initial={initial}
        guard={false}
        danger={action === 'block'}
        validate={(values) => (entryId === null ? schemaErrors(accessControl.store.body, bodyOf(values)) : {})}
        submitLabel={t(`wifi:clients.${action}`)}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={submit}
      >
        <p className={classes.text}>{t(`wifi:access.${action}Text`)}</p>
        {row.vendor === 'random' ? <p className={classes.note}>{t('wifi:access.random')}</p> : null}
        {entryId === null ? (
          <FieldGroup>
            <TextField
              name="name"
              label={t('common:field.name')}
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
