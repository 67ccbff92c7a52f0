import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import {
  maintenanceMinutes,
  maintenanceRepeats,
  maintenanceScopes,
  maintenanceWindows,
  type MaintenanceWindow,
} from '@trunkline/contract/resources/maintenance-window'
import { rollouts } from '@trunkline/contract/resources/rollout'
import { sites } from '@trunkline/contract/resources/site'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import { useCall } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { DateField, FieldGroup, NumberField, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { changesBy } from '../../record/changes.ts'
import { formOf } from '../../record/form-of.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { useRecordForm } from '../../record/use-record-form.ts'
import { regional } from '../../ui/zone.ts'
import { dayName } from '../../ui/week-days.ts'
import { zoneChoices } from '../access/choices.ts'

const form = formOf(maintenanceWindows.store.body)
/** Checkboxes have text values. */
type Values = Omit<ReturnType<typeof form.values>, 'weekdays'> & { weekdays: string[] }

const valuesOf = (of: Partial<MaintenanceWindow> = {}): Values => ({
  ...form.values(of),
  weekdays: (of.weekdays ?? []).map(String),
})

/** The fields that a window has by its scope and its repetition. */
const scopeFields = { company: 'company_id', site: 'site_id', device: 'hardware_id', rollout: 'rollout_id' } as const
const repeatFields = { once: ['ends_on', 'ends_at'], weekly: ['weekdays', 'minutes', 'until'] } as const

/** The body without the fields of other scopes and repetitions. */
function bodyOf(values: Values) {
  const body = form.body({ ...values, weekdays: values.weekdays.map(Number) })
  for (const [scope, name] of Object.entries(scopeFields)) if (scope !== values.scope) delete body[name]
  for (const name of values.repeats === 'weekly' ? repeatFields.once : repeatFields.weekly) delete body[name]
  return body
}

/** Today in the user's zone, `YYYY-MM-DD`. */
function today(): string {
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Creates a maintenance window, or changes the one whose id is in the path. */
export default function MaintenanceWindowForm() {
  const { t, i18n } = useTranslation()
  const window = useRecordForm({
    calls: maintenanceWindows,
    texts: 'maintenance-windows',
    list: paths.maintenanceWindows.list,
    page: paths.maintenanceWindows.details,
    // What a window covers is always a choice.
    start: () => ({
      ...valuesOf({ repeats: 'once', starts_on: today(), starts_at: '02:00', ends_on: today(), ends_at: '04:00' }),
      minutes: 120,
    }),
    values: valuesOf,
    body: bodyOf,
    changes: changesBy(bodyOf),
  })
  const { input, number, choice } = useRecordFields('maintenance-windows', form.limits)
  const stored = window.record
  const known = (id: number | null | undefined) =>
    stored !== undefined && id != null && stored.scope_name !== null ? { id, name: stored.scope_name } : null
  return (
    <RecordForm of={window} validate={(values) => schemaErrors(maintenanceWindows.store.body, bodyOf(values))}>
      {({ values, isNew }) => (
        <>
          <FieldGroup>
            <TextField {...input('name')} autoComplete="off" required />
            <ChoiceField {...choice('scope', maintenanceScopes)} required whole />
            {values.scope === 'company' && isNew ? (
              <RemoteSelectField {...input('company_id')} endpoint={companies.lookup} clearable />
            ) : null}
            {values.scope === 'site' ? (
              <RemoteSelectField
                {...input('site_id')}
                endpoint={sites.lookup}
                selected={known(stored?.site_id)}
                required
              />
            ) : null}
            {values.scope === 'device' ? (
              <RemoteSelectField
                {...input('hardware_id')}
                endpoint={hardware.lookup}
                selected={known(stored?.hardware_id)}
                required
              />
            ) : null}
            {values.scope === 'rollout' ? <RolloutField label={input('rollout_id')} /> : null}
          </FieldGroup>
          <FieldGroup title={t('maintenance-windows:form.when')} text={t('maintenance-windows:form.whenText')}>
            <ChoiceField {...choice('repeats', maintenanceRepeats)} required whole />
            {values.repeats === 'weekly' ? (
              <>
                <ChecksField
                  {...input('weekdays')}
                  options={weekDays.map((day, index) => ({
                    id: String(index + 1),
                    name: dayName(day, regional(i18n.language), 'long'),
                  }))}
                  required
                  whole
                />
                <TextField {...input('starts_at')} type="time" required />
                <NumberField
                  {...number('minutes')}
                  min={maintenanceMinutes.min}
                  max={maintenanceMinutes.weekly}
                  step={1}
                  suffix="min"
                  required
                />
                <DateField {...input('starts_on')} label={t('maintenance-windows:form.firstDay')} required />
                <DateField {...input('until')} />
              </>
            ) : (
              <>
                <DateField {...input('starts_on')} required />
                <TextField {...input('starts_at')} type="time" required />
                <DateField {...input('ends_on')} required />
                <TextField {...input('ends_at')} type="time" required />
              </>
            )}
            {isNew ? (
              <SelectField {...input('time_zone')} options={zoneChoices()} clearable />
            ) : (
              <SelectField
                name="time_zone"
                label={t('maintenance-windows:field.time_zone')}
                options={zoneChoices()}
                required
              />
            )}
          </FieldGroup>
          <FieldGroup title={t('maintenance-windows:form.more')}>
            <TextArea {...input('notes')} whole />
          </FieldGroup>
        </>
      )}
    </RecordForm>
  )
}

/** The rollouts of the last months, those that run first in the list of rollouts. */
function RolloutField({ label }: { label: { name: string; label: string; help?: string } }) {
  const query = useCall(rollouts.index, { query: { perPage: 100 } })
  return <SelectField {...label} options={(query.data?.data ?? []).map(({ id, name }) => ({ id, name }))} required />
}
