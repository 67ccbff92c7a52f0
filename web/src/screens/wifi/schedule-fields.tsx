import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { SwitchField, TextField } from '../../form/fields.tsx'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'
import { dayName } from '../../ui/week-days.ts'
import { scheduleKind, scheduleText, type ScheduleValues } from './schedule.ts'

/** The fields `scheduled` and `schedule` of a form, with a sentence that sums them up. */
export function ScheduleFields({ scheduled, schedule }: ScheduleValues) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <>
      <SwitchField name="scheduled" label={t('wifi:hours.only')} help={t('wifi:hours.clock')} whole />
      {scheduled ? (
        <>
          <ChecksField
            name="schedule.days"
            label={t('wifi:hours.days')}
            required
            options={weekDays.map((day) => ({ id: day, name: dayName(day, language, 'long') }))}
            whole
          />
          <TextField name="schedule.from" type="time" label={t('wifi:hours.from')} required />
          <TextField name="schedule.until" type="time" label={t('wifi:hours.until')} required />
          <p className={`${layout.smallNote} ${layout.whole}`} role="status">
            {schedule.days.length === 0 || !schedule.from || !schedule.until
              ? null
              : t(`wifi:hours.${scheduleKind(schedule)}Text`, {
                  text: scheduleText(schedule, t, language),
                  until: schedule.until,
                })}
          </p>
        </>
      ) : null}
    </>
  )
}
