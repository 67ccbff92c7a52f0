import { companies } from '@trunkline/contract/resources/company'
import { locales } from '@trunkline/contract/fields'
import { alertSeverities } from '@trunkline/contract/resources/alert-rules'
import { notificationKinds, type NotificationKind } from '@trunkline/contract/resources/notification-enums'
import {
  notificationStatuses,
  notificationTargets,
  optionalFields,
  requiredFields,
} from '@trunkline/contract/resources/notification-target'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { formOf } from '../../record/form-of.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { zoneChoices } from '../access/choices.ts'

const form = formOf(notificationTargets.store.body)
type Values = ReturnType<typeof form.values>

const ownFields = ['recipients', 'url', 'token', 'header_name', 'body_template', 'success_pattern'] as const
type OwnField = (typeof ownFields)[number]

const fieldsOf = (kind: NotificationKind): readonly OwnField[] => [
  ...requiredFields[kind],
  ...(optionalFields[kind] ?? []),
]

/** The body without fields that the kind does not have, and without secrets that were not entered. */
function bodyOf(values: Values) {
  const body = form.body(values)
  const kind = (values.kind ?? 'email') as NotificationKind
  for (const name of ownFields)
    if (!fieldsOf(kind).includes(name) || ((name === 'url' || name === 'token') && !body[name])) delete body[name]
  return body
}

/** Creates a notification target, or changes the one whose id is in the path. */
export default function NotificationTargetForm() {
  const { t } = useTranslation()
  const target = useRecordForm({
    calls: notificationTargets,
    texts: 'notification-targets',
    list: paths.notificationTargets.list,
    page: paths.notificationTargets.details,
    start: () =>
      form.values({
        kind: 'email',
        status: 'active',
        min_severity: 'warning',
        send_resolved: true,
        after_minutes: 0,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        locale: 'en',
      }),
    values: form.values,
    body: bodyOf,
  })
  const stored = target.record
  const zones = zoneChoices()
  return (
    <RecordForm of={target} validate={(values) => schemaErrors(notificationTargets.store.body, bodyOf(values))}>
      {({ values, isNew }) => {
        const kind = (values.kind ?? 'email') as NotificationKind
        const has = (name: OwnField) => fieldsOf(kind).includes(name)
        const isRequired = (name: OwnField) => (requiredFields[kind] as readonly string[]).includes(name)
        return (
          <>
            <FieldGroup>
              <TextField name="name" label={t('common:field.name')} {...form.limits.name} autoComplete="off" required />
              {isNew ? (
                <>
                  <RemoteSelectField
                    name="company_id"
                    label={t('notification-targets:field.company_id')}
                    help={t('notification-targets:form.companyHelp')}
                    endpoint={companies.lookup}
                    clearable
                  />
                  <SelectField
                    name="kind"
                    label={t('notification-targets:field.kind')}
                    options={notificationKinds.map((id) => ({ id, name: t(`notification-targets:value.kind.${id}`) }))}
                    required
                  />
                </>
              ) : null}
              {has('recipients') ? (
                <TextArea
                  name="recipients"
                  label={t('notification-targets:field.recipients')}
                  help={t(`notification-targets:form.recipients.${kind as 'email' | 'telegram' | 'sms'}`)}
                  {...form.limits.recipients}
                  rows={2}
                  required
                />
              ) : null}
              {has('url') ? (
                <TextField
                  name="url"
                  type="url"
                  label={t('notification-targets:field.url')}
                  help={
                    stored?.host
                      ? t('notification-targets:form.urlStored', { host: stored.host })
                      : t(`notification-targets:form.url.${kind as 'slack' | 'teams' | 'ntfy' | 'sms' | 'webhook'}`)
                  }
                  {...form.limits.url}
                  autoComplete="off"
                  required={isNew}
                />
              ) : null}
              {has('token') ? (
                <TextField
                  name="token"
                  label={t(`notification-targets:token.${kind as 'telegram' | 'ntfy' | 'sms' | 'webhook'}`)}
                  help={stored?.has_token ? t('notification-targets:form.tokenStored') : undefined}
                  {...form.limits.token}
                  autoComplete="off"
                  required={isNew && isRequired('token')}
                />
              ) : null}
              {has('header_name') ? (
                <TextField
                  name="header_name"
                  label={t('notification-targets:field.header_name')}
                  placeholder="Authorization"
                  {...form.limits.header_name}
                  autoComplete="off"
                />
              ) : null}
              {has('body_template') ? (
                <TextArea
                  name="body_template"
                  label={t('notification-targets:field.body_template')}
                  help={t('notification-targets:form.bodyHelp', { to: '{{to}}', text: '{{text}}' })}
                  {...form.limits.body_template}
                  required
                  whole
                />
              ) : null}
              {has('success_pattern') ? (
                <TextField
                  name="success_pattern"
                  label={t('notification-targets:field.success_pattern')}
                  help={t('notification-targets:form.patternHelp')}
                  {...form.limits.success_pattern}
                  autoComplete="off"
                />
              ) : null}
            </FieldGroup>
            <FieldGroup title={t('notification-targets:form.when')}>
              <SelectField
                name="min_severity"
                label={t('notification-targets:field.min_severity')}
                options={alertSeverities.map((id) => ({
                  id,
                  name: t(`notification-targets:value.min_severity.${id}`),
                }))}
                required
              />
              <NumberField
                name="after_minutes"
                label={t('notification-targets:field.after_minutes')}
                help={t('notification-targets:form.afterHelp')}
                {...form.limits.after_minutes}
                step={1}
                suffix="min"
              />
              <SwitchField name="send_resolved" label={t('notification-targets:field.send_resolved')} whole />
              <TextField
                name="quiet_from"
                label={t('notification-targets:field.quiet_from')}
                help={t('notification-targets:form.quietHelp')}
                type="time"
              />
              <TextField name="quiet_until" label={t('notification-targets:field.quiet_until')} type="time" />
              <SelectField name="time_zone" label={t('common:field.time_zone')} options={zones} required />
            </FieldGroup>
            <FieldGroup title={t('notification-targets:form.more')}>
              <SelectField
                name="locale"
                label={t('notification-targets:field.locale')}
                options={locales.map((id) => ({ id, name: t(`notification-targets:value.locale.${id}`) }))}
                required
              />
              <SelectField
                name="status"
                label={t('notification-targets:field.status')}
                options={notificationStatuses.map((id) => ({ id, name: t(`notification-targets:value.status.${id}`) }))}
                required
              />
              <TextArea name="notes" label={t('common:field.notes')} {...form.limits.notes} whole />
            </FieldGroup>
          </>
        )
      }}
    </RecordForm>
  )
}
