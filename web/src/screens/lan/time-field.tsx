import { Input, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { inputProps, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import classes from './lan.module.css'
import { timeUnits, toSeconds, toTimeSpan, type TimeUnit } from './time-units.ts'

/** A duration as a number and its unit. The value is in seconds, null if empty. */
export function TimeField(props: FieldProps) {
  const { t } = useTranslation()
  const field = useField<number | null>(props.name, props.label)
  const [entered, setEntered] = useState(() => toTimeSpan(field.value))
  const shown = toSeconds(entered) === (field.value ?? null) ? entered : toTimeSpan(field.value)
  const { id, error, disabled, ...wrapper } = inputProps(props, field)
  const change = (next: typeof entered) => {
    setEntered(next)
    field.change(toSeconds(next))
  }
  return (
    <Input.Wrapper {...wrapper} id={id} error={error} labelProps={{ htmlFor: id }}>
      <div className={classes.timeField}>
        <TextInput
          id={id}
          type="number"
          inputMode="decimal"
          min={1}
          error={Boolean(error)}
          disabled={disabled}
          value={shown.count ?? ''}
          onChange={(event) =>
            change({ ...shown, count: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
          }
          onBlur={field.leave}
        />
        <Select
          aria-label={t('lan:unitOf', { field: props.label })}
          disabled={disabled}
          allowDeselect={false}
          data={(Object.keys(timeUnits) as TimeUnit[]).map((unit) => ({ value: unit, label: t(`lan:unit.${unit}`) }))}
          value={shown.unit}
          onChange={(unit) => unit && change({ ...shown, unit: unit as TimeUnit })}
        />
      </div>
    </Input.Wrapper>
  )
}
