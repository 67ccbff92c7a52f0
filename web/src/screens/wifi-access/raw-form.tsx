import { Button } from '@mantine/core'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { sameValues } from '../../form/normalise.ts'
import { regional } from '../../ui/zone.ts'
import { moveFieldErrors } from '../wifi/move-field-errors.ts'
import { ScheduleFields } from '../wifi/schedule-fields.tsx'
import { ownerOf, rowText } from './raw-text.ts'
import { rawBody, rawChanges, rawValues, type RawValues } from './raw-values.ts'
import classes from './wifi-access.module.css'

const actions = ['accept', 'reject', 'query-radius'] as const

/** The id of the row after this one, or `end`: the field `before` of the form. */
export const rowAfter = (rows: readonly RawAccessRow[], row: RawAccessRow): string =>
  rows[rows.findIndex(({ id }) => id === row.id) + 1]?.id ?? 'end'

function RawFields({ values, followers }: { values: RawValues; followers: readonly RawAccessRow[] }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <FieldGroup>
      <TextField
        name="mac"
        label={t('wifi-access:field.mac')}
        help={t('wifi-access:raw.macHelp')}
        maxLength={24}
        placeholder="4C:5E:0C:01:02:03"
      />
      <TextField
        name="mac_mask"
        label={t('wifi-access:field.mac_mask')}
        help={t('wifi-access:raw.maskHelp')}
        maxLength={24}
        placeholder="FF:FF:FF:FF:FF:FF"
      />
      <SelectField
        name="action"
        label={t('wifi-access:field.action')}
        required
        options={actions.map((id) => ({ id, name: t(`wifi-access:raw.action.${id}`) }))}
      />
      <SelectField
        name="before"
        label={t('wifi-access:field.before')}
        help={t('wifi-access:raw.beforeHelp')}
        required
        options={[
          ...followers.map((one) => ({
            id: one.id,
            name: t('wifi-access:raw.before', { position: one.position, text: rowText(one, t, language) }),
          })),
          { id: 'end', name: t('wifi-access:raw.end') },
        ]}
      />
      <TextField
        name="interface"
        label={t('wifi-access:field.interface')}
        help={t('wifi-access:raw.interfaceHelp')}
        maxLength={64}
      />
      <TextField
        name="ssid_regexp"
        label={t('wifi-access:field.ssid_regexp')}
        help={t('wifi-access:raw.ssidHelp')}
        maxLength={128}
      />
      <NumberField name="signal_from" label={t('wifi-access:field.signal_from')} min={-120} max={120} suffix="dBm" />
      <NumberField name="signal_to" label={t('wifi-access:field.signal_to')} min={-120} max={120} suffix="dBm" />
      {values.action === 'accept' ? (
        <NumberField
          name="vlan_id"
          label={t('wifi-access:field.vlan_id')}
          help={t('wifi-access:form.vlanHelp')}
          min={1}
          max={4094}
        />
      ) : null}
      <TextField name="comment" label={t('wifi-access:field.comment')} maxLength={255} />
      <ScheduleFields scheduled={values.scheduled} schedule={values.schedule} />
      <SwitchField name="disabled" label={t('wifi-access:field.disabled')} whole />
    </FieldGroup>
  )
}

/** A row of a controller's own access list, new or known. */
export function RawForm({
  siblings,
  stack,
  row,
  onSend,
  onClose,
}: {
  /** All rows of the Wi-Fi system, in their order. */
  siblings: readonly RawAccessRow[]
  stack: RawAccessRow['stack']
  /** The present row on the device; undefined for a new one. */
  row: RawAccessRow | undefined
  onSend: (body: object) => Promise<unknown>
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const current = row ? rawValues(row, rowAfter(siblings, row)) : rawValues({ stack })
  // Changes are compared with the row as it was when the form was opened, even if the device has changed it since.
  const [opened] = useState(current)
  const isChanged = !sameValues({ ...current, before: opened.before }, opened)
  // The rows of the panel stay first.
  const followers = siblings.filter((one) => one.id !== row?.id && ownerOf(one) === 'owner')
  const bodyOf = (values: RawValues) => (row ? rawChanges(row.id, opened, values) : rawBody(values))
  const validate = (values: RawValues): FieldErrors => {
    const body = bodyOf(values)
    const errors = body ? schemaErrors((row ? capsmanAccessList.update : capsmanAccessList.store).body, body) : {}
    const { signal_from: from, signal_to: to } = values
    if (from !== null && to !== null && from > to) errors['signal_to'] ??= t('wifi-access:error.signal')
    if (values.mac.trim() === '' && values.mac_mask.trim() !== '') errors['mac'] ??= t('wifi-access:error.maskAlone')
    return errors
  }
  return (
    <div className={classes.editor}>
      {isChanged && row ? (
        <p className={classes.notice} role="alert">
          {t('wifi-access:raw.changed', { text: rowText(row, t, language) })}
        </p>
      ) : null}
      <Form<RawValues>
        initial={opened}
        submitLabel={t(row ? 'wifi:push' : 'wifi-access:raw.add')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        validate={validate}
        submitDisabled={(values) => bodyOf(values) === undefined}
        onSubmit={async (values) => {
          const body = bodyOf(values)
          if (body === undefined) return onClose()
          await onSend(body).catch((error: unknown) => {
            throw moveFieldErrors(error, { schedule: 'scheduled' })
          })
        }}
      >
        {(form) => <RawFields values={form.values} followers={followers} />}
      </Form>
    </div>
  )
}
