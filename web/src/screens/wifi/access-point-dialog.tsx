import { Button, Modal } from '@mantine/core'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { AccessPoint, QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { channelWidths } from '@trunkline/contract/resources/wifi-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { textOf } from '../../i18n/messages.ts'
import { accessPointBodies, accessPointValues, type AccessPointValues } from './access-point-values.ts'
import { channelsOf } from './channels.ts'
import classes from './wifi.module.css'

function AccessPointFields({
  isSingle,
  bands,
  hasOwnPower,
}: {
  isSingle: boolean
  bands: readonly (keyof typeof channelsOf)[]
  hasOwnPower: boolean
}) {
  const { t } = useTranslation()
  const channels = bands.flatMap((band) =>
    channelsOf[band].map(({ number, frequency }) => ({ id: frequency, name: `${number} · ${frequency} MHz` })),
  )
  const keep = { id: 'keep', name: t('wifi:points.keep') }
  const none = { id: 'none', name: t('wifi:points.ofNetwork') }
  return (
    <FieldGroup>
      {isSingle ? (
        <>
          <TextField name="name" label={t('common:field.name')} maxLength={64} required />
          <TextField name="comment" label={t('wifi:field.comment')} maxLength={255} />
        </>
      ) : null}
      <SelectField
        name="frequency"
        label={t('wifi:field.frequency')}
        help={t(bands.length > 1 ? 'wifi:points.bandsHelp' : 'wifi:points.channelHelp')}
        options={[keep, none, ...channels]}
      />
      <SelectField
        name="channel_width"
        label={t('wifi:field.channel_width')}
        options={[keep, none, ...channelWidths.map((width) => ({ id: width, name: `${width} MHz` }))]}
      />
      <SelectField
        name="power"
        label={t('wifi:field.tx_power')}
        options={[
          keep,
          { id: 'none', name: t('wifi:points.powerMax') },
          { id: 'set', name: t('wifi:points.powerSet') },
        ]}
      />
      {hasOwnPower ? (
        <NumberField
          name="tx_power"
          label={t('wifi:points.power')}
          help={t('wifi:points.powerHelp')}
          min={0}
          max={40}
          step={1}
          required
        />
      ) : null}
    </FieldGroup>
  )
}

/** Changes one access point, or the channel and power of several, of the old and of the new Wi-Fi system together. */
export default function AccessPointDialog({
  siteId,
  rows,
  onClose,
  onSent,
}: {
  siteId: number
  rows: readonly AccessPoint[]
  onClose: () => void
  onSent: (commands: readonly QueuedOnDevice[]) => void
}) {
  const { t } = useTranslation()
  const updateOld = useCommand(wifi.setAccessPoints)
  const updateNew = useCommand(wifi.setNewAccessPoints)
  const clients = rows.reduce((sum, row) => sum + row.clients, 0)
  const bands = [...new Set(rows.flatMap(({ band }) => band ?? []))]
  const locked = rows.filter((row) => row.controlled_elsewhere || row.dynamic)

  const validate = (values: AccessPointValues): FieldErrors => {
    const { oldSystem, newSystem } = accessPointBodies(rows, values)
    const body = oldSystem ?? newSystem
    const errors = body ? schemaErrors(wifi.setAccessPoints.body, body) : {}
    if (values.power === 'set' && values.tx_power === null) errors['tx_power'] = textOf(message('field.required'))
    return errors
  }
  const submit = async (values: AccessPointValues) => {
    const { oldSystem, newSystem } = accessPointBodies(rows, values)
    const params = { id: siteId }
    const sent: QueuedOnDevice[] = []
    // If the second call fails, the commands of the first are followed all the same.
    try {
      if (oldSystem) {
        const body = oldSystem as BodyInput<typeof wifi.setAccessPoints>
        sent.push(...(await updateOld.run({ params, body })).data)
      }
      if (newSystem) {
        const body = newSystem as BodyInput<typeof wifi.setNewAccessPoints>
        sent.push(...(await updateNew.run({ params, body })).data)
      }
    } catch (error) {
      if (sent.length === 0) throw error
    }
    onSent(sent)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="lg"
      title={t('wifi:points.changeTitle', { count: rows.length, name: rows[0]?.name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form<AccessPointValues>
        initial={accessPointValues(rows)}
        guard={false}
        validate={validate}
        submitDisabled={(values) => {
          const { oldSystem, newSystem } = accessPointBodies(rows, values)
          return oldSystem === undefined && newSystem === undefined
        }}
        submitLabel={t('wifi:points.apply', { count: rows.length })}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={submit}
      >
        {({ values }) => (
          <>
            {locked.length > 0 ? (
              <p className={classes.warning}>
                {t('wifi:points.locked', { count: locked.length, names: locked.map(({ name }) => name).join(', ') })}
              </p>
            ) : null}
            <AccessPointFields isSingle={rows.length === 1} bands={bands} hasOwnPower={values.power === 'set'} />
            {clients > 0 ? <p className={classes.note}>{t('wifi:points.changeText', { count: clients })}</p> : null}
          </>
        )}
      </Form>
    </Modal>
  )
}
