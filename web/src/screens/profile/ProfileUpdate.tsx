import { auth } from '@trunkline/contract/resources/auth'
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
import { formOf, type FormValues } from '../../record/form-of.ts'
import { notify } from '../../ui/notify.ts'
import { useImpersonator, useOwnProfile } from './own-profile.tsx'

const { values: valuesOf, changes, limits } = formOf(auth.update.body)

/** The form of the user's own profile. */
export default function ProfileUpdate() {
  const { t } = useTranslation()
  const impersonated = useImpersonator() !== null
  const returnTo = useReturn()
  const { data, error, isPending, refetch } = useOwnProfile()
  const update = useCommand(auth.update, { subjects: ['users'] })
  const initial = useMemo(() => data && valuesOf(data.data), [data])

  const submit = async (values: FormValues<typeof auth.update.body>) => {
    const body = initial && changes(initial, values)
    if (body) {
      const { name, first_name, last_name, locale, time_zone } = (await update.run({ body })).data
      amendUser({ name, first_name, last_name, locale, time_zone })
      if (!impersonated) await changeLanguage(locale)
      await refetch()
    }
    notify.success(t('profile:saved'))
    await returnTo(paths.profile.show)
  }
  return (
    <FormScreen
      title={t('panel:title.profileUpdate')}
      crumbs={[{ label: t('panel:title.profile'), to: paths.profile.show }, { label: t('common:record.action.edit') }]}
      loading={isPending}
      error={error}
      retry={() => void refetch()}
      initial={initial}
      schema={auth.update.body}
      onSubmit={submit}
      reload={async () => valuesOf((await call(auth.show)).data)}
      cancelTo={paths.profile.show}
    >
      <FieldGroup title={t('access:register.you')}>
        <TextField
          name="first_name"
          label={t('users:field.first_name')}
          autoComplete="given-name"
          {...limits.first_name}
          required
        />
        <TextField
          name="last_name"
          label={t('users:field.last_name')}
          autoComplete="family-name"
          {...limits.last_name}
          required
        />
        <PhoneField
          name="telephone"
          label={t('common:field.telephone')}
          disabled={impersonated}
          help={impersonated ? t('profile:lockedPhone') : undefined}
          defaultCountry={data?.data.countyIsoCode ?? undefined}
        />
      </FieldGroup>
      <FieldGroup title={t('profile:form.display')}>
        <SelectField name="locale" label={t('common:field.locale')} options={data?.options.locales ?? []} />
        <SelectField name="time_zone" label={t('common:field.time_zone')} options={data?.options.time_zones ?? []} />
      </FieldGroup>
    </FormScreen>
  )
}
