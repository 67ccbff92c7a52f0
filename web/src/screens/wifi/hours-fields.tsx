import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { SwitchField, TextField } from '../../form/fields.tsx'
import { regional } from '../../ui/zone.ts'
import { dayName, isOverMidnight } from './hours.ts'
import classes from './wifi.module.css'

/**
 * Hours in which something holds: the values `has_hours` and `schedule` of a form. Hours that end before they begin go
 * on into the next day, which is said.
 */
export function HoursFields({ on, of }: { on: boolean; of: Schedule }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <>
      <SwitchField name="has_hours" label={t('wifi:hours.only')} help={t('wifi:hours.clock')} whole />
      {on ? (
        <>
          <ChecksField
            name="schedule.days"
            label={t('wifi:hours.days')}
            options={weekDays.map((day) => ({ id: day, name: dayName(day, language, 'long') }))}
            whole
          />
          <TextField name="schedule.from" type="time" label={t('wifi:hours.from')} required />
          <TextField name="schedule.until" type="time" label={t('wifi:hours.until')} required />
          {isOverMidnight(of) ? (
            <p className={classes.note}>{t('wifi:hours.overnightText', { from: of.from, until: of.until })}</p>
          ) : null}
        </>
      ) : null}
    </>
  )
}
