import { Button, Modal } from '@mantine/core'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { AccessPoint, QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { channelWidths } from '@trunkline/contract/resources/wifi-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { pointBodies, pointValues, type PointValues } from './access-point-values.ts'
import { channelsOf } from './channels.ts'
import classes from './wifi.module.css'

/**
 * Changes of access points: one by all of its fields, several by those that are touched. Rows of the old and of the new
 * Wi-Fi system have a call each, and both may be among those chosen.
 */
export default function AccessPointDialog({
  siteId,
  rows,
  onClose,
  onAsked,
}: {
  siteId: number
  rows: readonly AccessPoint[]
  onClose: () => void
  onAsked: (requested: readonly QueuedOnDevice[]) => void
}) {
  const { t } = useTranslation()
  const old = useCommand(wifi.setAccessPoints)
  const young = useCommand(wifi.setNewAccessPoints)
  const [one] = rows
  const alone = rows.length === 1
  const initial = pointValues(rows)
  const clients = rows.reduce((sum, row) => sum + row.clients, 0)
  const bands = [...new Set(rows.flatMap(({ band }) => band ?? []))]
  const choices = bands.flatMap((band) =>
    channelsOf[band].map(({ number, frequency }) => ({ id: frequency, name: `${number} · ${frequency} MHz` })),
  )
  const held = rows.filter((row) => row.controlled_elsewhere || row.dynamic)
  const keep = { id: 'keep', name: t('wifi:points.keep') }
  const none = { id: 'none', name: t('wifi:points.ofNetwork') }
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="lg"
      title={
        alone ? t('wifi:points.changeOf', { name: one?.name }) : t('wifi:points.changeSome', { count: rows.length })
      }
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form<PointValues>
        initial={initial}
        guard={false}
        validate={(values): FieldErrors => {
          const { old: before, young: after } = pointBodies(rows, values)
          const body = before ?? after
          if (!body) return { channel_width: t('wifi:points.nothing') }
          return {
            ...schemaErrors(wifi.setAccessPoints.body, body),
            ...(values.power === 'set' && values.tx_power === null ? { tx_power: 'This is required.' } : {}),
          }
        }}
        submitLabel={t('wifi:points.write')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={async (values) => {
          const bodies = pointBodies(rows, values)
          const params = { params: { id: siteId } }
          const requested: QueuedOnDevice[] = []
          // Those that were asked for are followed, though the other call is refused.
          try {
            if (bodies.old)
              requested.push(
                ...(await old.run({ ...params, body: bodies.old as BodyInput<typeof wifi.setAccessPoints> })).data,
              )
            if (bodies.young)
              requested.push(
                ...(await young.run({ ...params, body: bodies.young as BodyInput<typeof wifi.setNewAccessPoints> }))
                  .data,
              )
          } catch (error) {
            if (requested.length === 0) throw error
          }
          onAsked(requested)
        }}
      >
        {({ values }) => (
          <>
            {held.length > 0 ? (
              <p className={classes.warn}>
                {t('wifi:points.held', { count: held.length, names: held.map(({ name }) => name).join(', ') })}
              </p>
            ) : null}
            <FieldGroup>
              {alone ? (
                <>
                  <TextField name="name" label={t('wifi:field.name')} maxLength={64} required />
                  <TextField name="comment" label={t('wifi:field.comment')} maxLength={255} />
                </>
              ) : null}
              <SelectField
                name="frequency"
                label={t('wifi:field.channel')}
                help={t(bands.length > 1 ? 'wifi:points.bandsHelp' : 'wifi:points.channelHelp')}
                options={[keep, none, ...choices]}
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
                  { id: 'none', name: t('wifi:points.powerMost') },
                  { id: 'set', name: t('wifi:points.powerSet') },
                ]}
              />
              {values.power === 'set' ? (
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
            {clients > 0 ? <p className={classes.note}>{t('wifi:points.changeText', { count: clients })}</p> : null}
          </>
        )}
      </Form>
    </Modal>
  )
}
