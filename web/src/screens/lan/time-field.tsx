import { Input, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { inputProps, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import classes from './lan.module.css'
import { fromLeaseTime, timeUnits, toLeaseTime, type TimeUnit } from './lease-time.ts'

/** A span of time as a number and its unit. The value is in seconds; null is none. */
export function TimeField(props: FieldProps) {
  const { t } = useTranslation()
  const field = useField<number | null>(props.name, props.label)
  const [stored, setKept] = useState(() => toLeaseTime(field.value))
  const shown = fromLeaseTime(stored) === (field.value ?? null) ? stored : toLeaseTime(field.value)
  const { id, error, disabled, ...wrapper } = inputProps(props, field)
  const change = (next: typeof stored) => {
    setKept(next)
    field.change(fromLeaseTime(next))
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
