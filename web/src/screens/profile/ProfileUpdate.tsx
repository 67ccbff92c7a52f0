import { auth } from '@trunkline/contract/resources/auth'
import type { User } from '@trunkline/contract/resources/user'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { amendUser } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { PhoneField } from '../../form/phone-field.tsx'
import { changeLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { changedFields } from '../../record/changes.ts'
import { useImpersonator, useOwnProfile } from './own-profile.ts'

interface Values {
  first_name: string
  last_name: string
  telephone: string
  locale: User['locale']
  time_zone: string
  version: number
  [key: string]: unknown
}

const valuesOf = (user: User): Values => ({
  first_name: user.first_name,
  last_name: user.last_name,
  telephone: user.telephone ?? '',
  locale: user.locale,
  time_zone: user.time_zone,
  version: user.version,
})

/** The form of the own profile. */
export default function ProfileUpdate() {
  const { t } = useTranslation()
  const acting = useImpersonator() !== null
  const returnTo = useReturn()
  const { data, error, isPending, refetch } = useOwnProfile()
  const update = useCommand(auth.update, { subjects: ['users'] })
  const user = data?.data
  const initial = useMemo(() => user && valuesOf(user), [user])

  const submit = async ({ version, ...values }: Values) => {
    if (!initial) return
    const { version: _before, ...before } = initial
    const changed = changedFields(before, values)
    if (Object.keys(changed).length > 0) {
      const { data: saved } = await update.run({ body: { ...changed, version } as never })
      amendUser({
        name: saved.name,
        first_name: saved.first_name,
        last_name: saved.last_name,
        locale: saved.locale,
        time_zone: saved.time_zone,
      })
      if (!acting) await changeLanguage(saved.locale)
      await refetch()
    }
    notify.success(t('profile:saved'))
    await returnTo(paths.profile.show)
  }
  return (
    <FormScreen<Values>
      title={t('panel:title.profileUpdate')}
      crumbs={[{ label: t('panel:title.profile'), to: paths.profile.show }, { label: t('profile:edit') }]}
      loading={isPending}
      error={error}
      retry={() => void refetch()}
      initial={initial}
      schema={auth.update.body}
      onSubmit={submit}
      reload={async () => valuesOf((await call(auth.show)).data)}
      cancelTo={paths.profile.show}
    >
      <FieldGroup title={t('profile:form.person')}>
        <TextField
          name="first_name"
          label={t('profile:field.first_name')}
          autoComplete="given-name"
          maxLength={100}
          required
        />
        <TextField
          name="last_name"
          label={t('profile:field.last_name')}
          autoComplete="family-name"
          maxLength={100}
          required
        />
        <PhoneField
          name="telephone"
          label={t('profile:field.telephone')}
          disabled={acting}
          help={acting ? t('profile:lockedPhone') : undefined}
          defaultCountry={data?.data.countyIsoCode ?? undefined}
        />
      </FieldGroup>
      <FieldGroup title={t('profile:form.display')}>
        <SelectField name="locale" label={t('profile:field.locale')} options={data?.options.locales ?? []} />
        <SelectField name="time_zone" label={t('profile:field.time_zone')} options={data?.options.time_zones ?? []} />
      </FieldGroup>
    </FormScreen>
  )
}
