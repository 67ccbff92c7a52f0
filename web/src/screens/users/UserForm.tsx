import { users, userUpdate, type User } from '@trunkline/contract/resources/user'
import type { UserRole } from '@trunkline/contract/abilities'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { PhoneField } from '../../form/phone-field.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ActiveBadge } from '../companies/badges.tsx'
import { changedFields } from '../companies/company-values.ts'
import { givableRoles, whyNotEdit, whyNotRole, whyNotStatus } from './user-rules.ts'
import '../companies/refusals.ts'

interface UserValues {
  first_name: string
  last_name: string
  telephone: string
  locale: 'en' | 'de'
  time_zone: string
  role: UserRole
  is_active: boolean
  version: number
  [key: string]: unknown
}

const valuesOf = (user: User): UserValues => ({
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
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const viewer = useSession()?.user
  const canOn = useRowCan()
  const returnTo = useReturn()
  const shown = useCall(users.show, { params: { id } })
  const options = useCall(users.options, {}, { staleTime: 5 * 60_000 })
  const update = useCommand(users.update)

  const user = shown.data?.data
  const initial = useMemo(() => user && valuesOf(user), [user])
  const choices = options.data?.data
  const crumbs = [
    { label: t('users:title'), to: paths.users.list },
    ...(user ? [{ label: user.name, to: paths.users.details(id) }] : []),
    { label: t('users:action.edit') },
  ]

  if (user && viewer && (!canOn(users.update, user) || whyNotEdit(viewer, user))) {
    const why = whyNotEdit(viewer, user)
    return (
      <>
        <PageHeader title={t('users:form.title', { name: user.name })} crumbs={crumbs} />
        <EmptyState title={t('users:form.forbidden')} text={t(`users:why.${why ?? 'role'}`)}>
          <LinkButton to={paths.users.details(id)} variant="default">
            {t('users:action.open')}
          </LinkButton>
        </EmptyState>
      </>
    )
  }

  const submit = async (values: UserValues) => {
    if (!user) return
    const { version, ...fields } = values
    const { version: _before, ...before } = valuesOf(user)
    const changed = changedFields(before, fields)
    if (Object.keys(changed).length > 0) await update.run({ params: { id }, body: { ...changed, version } as never })
    notify.success(t('users:done.saved', { name: `${values.first_name} ${values.last_name}` }))
    await returnTo(paths.users.list)
  }

  const manages = user ? canOn(users.changeStatus, user) : false
  const because = (why: ReturnType<typeof whyNotRole>) =>
    why ? t(`users:why.${why}`) : manages ? undefined : t('users:why.role')
  const roleReason = user && viewer ? because(whyNotRole(viewer, user)) : undefined
  const statusReason = user && viewer ? because(whyNotStatus(viewer, user)) : undefined

  return (
    <FormScreen<UserValues>
      title={user ? t('users:form.title', { name: user.name }) : t('panel:title.userUpdate')}
      subtitle={user ? `${user.email} · ${user.company_name}` : undefined}
      status={user ? <ActiveBadge of={user} /> : null}
      crumbs={crumbs}
      loading={shown.isPending || options.isPending}
      error={shown.error ?? options.error}
      retry={() => void Promise.all([shown.refetch(), options.refetch()])}
      initial={choices ? initial : undefined}
      schema={userUpdate}
      onSubmit={submit}
      reload={async () => valuesOf((await call(users.show, { params: { id } })).data)}
      cancelTo={paths.users.list}
    >
      {(form) =>
        choices && viewer && user ? (
          <>
            <FieldGroup title={t('users:form.person')}>
              <TextField name="first_name" label={t('users:field.first_name')} autoComplete="off" required />
              <TextField name="last_name" label={t('users:field.last_name')} autoComplete="off" required />
              <PhoneField name="telephone" label={t('users:field.telephone')} />
            </FieldGroup>
            <FieldGroup title={t('users:form.access')} text={t('users:form.accessText')}>
              <SelectField
                name="role"
                label={t('users:field.role')}
                required
                disabled={roleReason !== undefined}
                help={roleReason ?? t(`users:roleText.${form.values.role}`)}
                options={givableRoles(viewer, user.role).map((role) => ({
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
              <SelectField name="locale" label={t('users:field.locale')} options={choices.locales} />
              <SelectField name="time_zone" label={t('users:field.time_zone')} options={choices.time_zones} />
            </FieldGroup>
          </>
        ) : null
      }
    </FormScreen>
  )
}
