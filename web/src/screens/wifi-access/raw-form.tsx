import { Button } from '@mantine/core'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { sameValues } from '../../form/normalise.ts'
import { regional } from '../../ui/zone.ts'
import { placesFor, rawBody, rawChange, rawValues, type RawValues } from './raw-values.ts'
import { ownerOf, rowWords } from './raw-words.ts'
import { atSwitch } from './refusal-text.ts'
import { ScheduleFields } from './schedule-field.tsx'
import classes from './wifi-access.module.css'

const actions = ['accept', 'reject', 'query-radius'] as const

/** The row behind one in the list of its system, as the form names it. */
export const behind = (rows: readonly RawAccessRow[], row: RawAccessRow): string =>
  rows[rows.findIndex(({ id }) => id === row.id) + 1]?.id ?? 'end'

/** A row of a controller's own list, new or known. */
export function RawForm({
  siblings,
  row,
  start,
  onSend,
  onNothing,
  onCancel,
}: {
  /** All rows of the same system, in their order. */
  siblings: readonly RawAccessRow[]
  /** As it stands on the device now; undefined: a new row. */
  row: RawAccessRow | undefined
  start: RawValues
  onSend: (body: object) => Promise<unknown>
  /** Nothing was changed. */
  onNothing: () => void
  onCancel: () => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  // What the editing began with is what was seen, whatever the device has made of the row since.
  const [base] = useState(start)
  const now = row && rawValues(row, behind(siblings, row))
  const movedOn = now !== undefined && !sameValues({ ...now, before: base.before }, base)
  const places = placesFor(siblings, (one) => ownerOf(one) === 'owner', row?.id)
  const bodyOf = (values: RawValues) => (row ? rawChange(row.id, base, values) : rawBody(values))
  const check = (values: RawValues): FieldErrors => {
    const body = bodyOf(values)
    const errors = body ? schemaErrors((row ? capsmanAccessList.update : capsmanAccessList.store).body, body) : {}
    const { signal_from: from, signal_to: to } = values
    if (from !== null && to !== null && from > to) errors['signal_to'] ??= t('wifi-access:fault.signal')
    if (values.mac.trim() === '' && values.mac_mask.trim() !== '') errors['mac'] ??= t('wifi-access:fault.maskAlone')
    return errors
  }
  return (
    <div className={classes.editor}>
      {movedOn && row ? (
        <p className={classes.notice} role="alert">
          {t('wifi-access:raw.movedOn', { words: rowWords(row, t, language) })}
        </p>
      ) : null}
      <Form<RawValues>
        initial={base}
        submitLabel={t(row ? 'wifi-access:raw.write' : 'wifi-access:raw.addNow')}
        secondary={
          <Button variant="default" onClick={onCancel}>
            {t('ui:cancel')}
          </Button>
        }
        validate={check}
        onSubmit={async (values) => {
          const body = bodyOf(values)
          if (body === undefined) return onNothing()
          await onSend(body).catch((error: unknown) => {
            throw atSwitch(error)
          })
        }}
      >
        {(form) => (
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
              options={actions.map((id) => ({ id, name: t(`wifi-access:raw.do.${id}`) }))}
            />
            <SelectField
              name="before"
              label={t('wifi-access:field.before')}
              help={t('wifi-access:raw.beforeHelp')}
              required
              options={[
                ...places.map((one) => ({
                  id: one.id,
                  name: t('wifi-access:raw.before', { place: one.position, words: rowWords(one, t, language) }),
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
            <NumberField
              name="signal_from"
              label={t('wifi-access:field.signal_from')}
              min={-120}
              max={120}
              suffix="dBm"
            />
            <NumberField name="signal_to" label={t('wifi-access:field.signal_to')} min={-120} max={120} suffix="dBm" />
            {form.getValues().action === 'accept' ? (
              <NumberField
                name="vlan_id"
                label={t('wifi-access:field.vlan_id')}
                help={t('wifi-access:form.vlanHelp')}
                min={1}
                max={4094}
              />
            ) : null}
            <TextField name="comment" label={t('wifi-access:field.comment')} maxLength={255} />
            <SwitchField name="scheduled" label={t('wifi-access:field.scheduled')} whole />
            {form.getValues().scheduled ? <ScheduleFields value={form.getValues().schedule} /> : null}
            <SwitchField name="disabled" label={t('wifi-access:field.disabled')} whole />
          </FieldGroup>
        )}
      </Form>
    </div>
  )
}
