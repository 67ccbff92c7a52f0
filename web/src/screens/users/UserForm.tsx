import { users, userUpdate, type User } from '@trunkline/contract/resources/user'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { PhoneField } from '../../form/phone-field.tsx'
import { paths } from '../../paths.ts'
import { sentFields } from '../../record/changes.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { ActiveBadge } from '../companies/badges.tsx'
import { assignableRoles, whyNotEdit, whyNotRole, whyNotStatus } from './user-rules.ts'

const valuesOf = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  telephone: user.telephone ?? '',
  locale: user.locale,
  time_zone: user.time_zone,
  role: user.role,
  is_active: user.is_active,
  version: user.version,
})

/** The details, role and status of a user. */
export default function UserForm() {
  const { t } = useTranslation()
  const viewer = useSession()?.user
  const canOn = useRowCan()
  const user = useRecordForm({
    calls: { show: users.show, update: users.update },
    options: users.options,
    texts: 'users',
    labels: 'user',
    list: paths.users.list,
    page: paths.users.details,
    typedName: (values) => `${values.first_name} ${values.last_name}`,
    values: valuesOf,
    body: sentFields,
  })
  const { record } = user

  if (record && viewer && (!canOn(users.update, record) || whyNotEdit(viewer, record)))
    return (
      <ClosedRecord
        of={user}
        title={t('users:form.forbidden')}
        text={t(`users:why.${whyNotEdit(viewer, record) ?? 'role'}`)}
      />
    )

  const manages = record ? canOn(users.changeStatus, record) : false
  const reasonText = (why: ReturnType<typeof whyNotRole>) =>
    why ? t(`users:why.${why}`) : manages ? undefined : t('users:why.role')
  const roleReason = record && viewer ? reasonText(whyNotRole(viewer, record)) : undefined
  const statusReason = record && viewer ? reasonText(whyNotStatus(viewer, record)) : undefined

  return (
    <RecordForm
      of={user}
      subtitle={record ? `${record.email} · ${record.company_name}` : undefined}
      status={record ? <ActiveBadge of={record} /> : null}
      schema={userUpdate}
    >
      {({ values, choices }) =>
        viewer && record ? (
          <>
            <FieldGroup title={t('users:form.person')}>
              <TextField name="first_name" label={t('users:field.first_name')} autoComplete="off" required />
              <TextField name="last_name" label={t('users:field.last_name')} autoComplete="off" required />
              <PhoneField name="telephone" label={t('common:field.telephone')} />
            </FieldGroup>
            <FieldGroup title={t('users:form.access')} text={t('users:form.accessText')}>
              <SelectField
                name="role"
                label={t('users:field.role')}
                required
                disabled={roleReason !== undefined}
                help={roleReason ?? t(`users:roleText.${values.role}`)}
                options={assignableRoles(viewer, record.role).map((role) => ({
                  id: role,
                  name: t(`shell:userRole.${role}`),
                }))}
              />
              <SwitchField
                name="is_active"
                label={t('users:form.active')}
                disabled={statusReason !== undefined}
                help={statusReason ?? t('users:form.activeHelp')}
              />
            </FieldGroup>
            <FieldGroup title={t('users:form.settings')}>
              <SelectField name="locale" label={t('common:field.locale')} options={choices.locales} />
              <SelectField name="time_zone" label={t('common:field.time_zone')} options={choices.time_zones} />
            </FieldGroup>
          </>
        ) : null
      }
    </RecordForm>
  )
}
