import { Anchor } from '@mantine/core'
import { auth } from '@trunkline/contract/resources/auth'
import { locales } from '@trunkline/contract/fields'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { signIn } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import type { Language } from '../../i18n/language.ts'
import { Form } from '../../form/form.tsx'
import { FieldGroup, SelectField, TextField, type Choice } from '../../form/fields.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { PhoneField } from '../../form/phone-field.tsx'
import { openPaths } from '../../open-paths.ts'
import classes from './access.module.css'
import { countryChoices, currencyChoices, deviceZone, zoneChoices } from './choices.ts'
import type { LinkToken } from './link-token.ts'
import {
  createsCompany,
  registerBody,
  registerErrors,
  registerValues,
  type Invitation,
  type RegisterValues,
} from './register-values.ts'

export interface Reference {
  countries: readonly string[]
  currencies: readonly string[]
  default_iso: string
}

function CompanyFields({ reference, zones }: { reference: Reference; zones: readonly Choice[] }) {
  const { t, i18n } = useTranslation('access')
  const countries = useMemo(() => countryChoices(reference.countries, i18n.language), [reference, i18n.language])
  const currencies = useMemo(() => currencyChoices(reference.currencies, i18n.language), [reference, i18n.language])
  return (
    <>
      <FieldGroup title={t('register.company')} text={t('register.companyText')}>
        <TextField name="company.name" label={t('field.name')} autoComplete="organization" required whole />
        <TextField name="company.legal_name" label={t('field.legal_name')} whole />
        <TextField name="company.registration_number" label={t('field.registration_number')} />
        <TextField name="company.vat_number" label={t('field.vat_number')} />
      </FieldGroup>
      <FieldGroup title={t('register.address')}>
        <TextField name="company.address_line_1" label={t('field.address_line_1')} autoComplete="address-line1" whole />
        <TextField name="company.address_line_2" label={t('field.address_line_2')} autoComplete="address-line2" whole />
        <TextField name="company.postcode" label={t('field.postcode')} autoComplete="postal-code" />
        <TextField name="company.city" label={t('field.city')} autoComplete="address-level2" />
        <TextField name="company.region" label={t('field.region')} autoComplete="address-level1" />
        <SelectField name="company.countyIsoCode" label={t('field.countyIsoCode')} options={countries} clearable />
      </FieldGroup>
      <FieldGroup title={t('register.money')}>
        <SelectField
          name="company.currency"
          label={t('field.currency')}
          help={t('register.currencyHelp')}
          options={currencies}
          clearable
        />
        <SelectField
          name="company.time_zone"
          label={t('field.time_zone')}
          help={t('register.sameZone')}
          options={zones}
        />
      </FieldGroup>
    </>
  )
}

/** What a new user tells about itself, and about the company that it founds, if it does. */
export function RegisterForm({
  link,
  invitation,
  reference,
}: {
  link: LinkToken
  invitation: Invitation
  reference: Reference
}) {
  const { t, i18n } = useTranslation('access')
  const newCompany = createsCompany(invitation)
  const zones = useMemo(zoneChoices, [])
  // Made once: another language of the page must not put the form back to its beginning.
  const initial = useMemo(
    () =>
      registerValues(invitation, {
        locale: i18n.language as Language,
        time_zone: deviceZone(),
        country: reference.default_iso || null,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the language is read at the start only
    [invitation, reference],
  )
  const submit = async (values: RegisterValues) => {
    const { data } = await call(auth.register, { body: registerBody(link, invitation, values) })
    signIn(data)
  }
  return (
    <Form<RegisterValues>
      initial={initial}
      guard={false}
      validate={(values) => registerErrors(link, invitation, values)}
      submitLabel={t('register.submit')}
      onSubmit={submit}
    >
      {(form) => (
        <>
          <FieldGroup title={t('register.you')} text={t('register.youText')}>
            <TextField name="first_name" label={t('field.first_name')} autoComplete="given-name" required />
            <TextField name="last_name" label={t('field.last_name')} autoComplete="family-name" required />
            {invitation.email === '' ? (
              <TextField name="email" label={t('field.email')} type="email" autoComplete="username" required whole />
            ) : null}
            <PhoneField name="telephone" label={t('field.telephone')} defaultCountry={reference.default_iso} whole />
            <SelectField
              name="locale"
              label={t('field.locale')}
              options={locales.map((id) => ({ id, name: t(`shell:language.${id}`) }))}
            />
            <SelectField name="time_zone" label={t('field.time_zone')} options={zones} />
          </FieldGroup>
          <FieldGroup
            title={t('register.secure')}
            text={invitation.email ? t('register.secureText', { email: invitation.email }) : undefined}
          >
            {/* Password managers keep the password for this name. */}
            {invitation.email ? (
              <input type="text" name="username" autoComplete="username" value={form.values.email} readOnly hidden />
            ) : null}
            <PasswordField
              name="password"
              label={t('field.password')}
              autoComplete="new-password"
              hints
              required
              whole
            />
          </FieldGroup>
          {invitation.new_company ? <CompanyFields reference={reference} zones={zones} /> : null}
          {newCompany ? null : (
            <p className={classes.note}>
              {t('register.termsBefore')}{' '}
              <Anchor href={openPaths.legal} target="_blank" rel="noopener" inherit>
                {t('register.terms')}
              </Anchor>
              .
            </p>
          )}
        </>
      )}
    </Form>
  )
}
