import { TextInput } from '@mantine/core'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { useField } from '../../form/form-context.ts'
import { regional } from '../../ui/zone.ts'
import { dayName } from '../wifi/hours.ts'
import { hoursKind, scheduleText } from './schedule-text.ts'
import classes from './wifi-access.module.css'

/** A time of the day, `HH:MM`, by the browser's own picker. */
function ClockField({ name, label }: { name: string; label: string }) {
  const field = useField<string>(name, label)
  return (
    <TextInput
      id={field.id}
      type="time"
      label={label}
      required
      error={field.error}
      value={field.value}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
}

/** Days of the week and hours of the day, with a sentence that says what they come to. */
export function ScheduleFields({ name = 'schedule', value }: { name?: string; value: Schedule }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <div className={classes.schedule}>
      <ChecksField
        name={`${name}.days`}
        label={t('wifi-access:hours.days')}
        required
        options={weekDays.map((day) => ({ id: day, name: dayName(day, language) }))}
      />
      <div className={classes.clocks}>
        <ClockField name={`${name}.from`} label={t('wifi-access:hours.from')} />
        <ClockField name={`${name}.until`} label={t('wifi-access:hours.until')} />
      </div>
      <p className={classes.quiet} role="status">
        {value.days.length === 0 || !value.from || !value.until
          ? null
          : t(`wifi-access:hours.${hoursKind(value)}Text`, {
              text: scheduleText(value, t, language),
              until: value.until,
            })}
      </p>
    </div>
  )
}
