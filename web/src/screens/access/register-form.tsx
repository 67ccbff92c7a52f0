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
  isSetup,
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

/** Labels of the fields that registration shares with the forms of users and companies. */
const useLabel = () => {
  const { t } = useTranslation()
  return (field: string) => t(['companies', 'users', 'common'].map((texts) => `${texts}:field.${field}`))
}

type Line = readonly [field: keyof RegisterValues['company'], autoComplete?: string, whole?: boolean]
const identity: readonly Line[] = [['legal_name', 'on', true], ['registration_number'], ['vat_number']]
const address: readonly Line[] = [
  ['address_line_1', 'address-line1', true],
  ['address_line_2', 'address-line2', true],
  ['postcode', 'postal-code'],
  ['city', 'address-level2'],
  ['region', 'address-level1'],
]

function CompanyFields({ reference, zones }: { reference: Reference; zones: readonly Choice[] }) {
  const { t, i18n } = useTranslation('access')
  const label = useLabel()
  const countries = useMemo(() => countryChoices(reference.countries, i18n.language), [reference, i18n.language])
  const currencies = useMemo(() => currencyChoices(reference.currencies, i18n.language), [reference, i18n.language])
  const inputs = (lines: readonly Line[]) =>
    lines.map(([field, autoComplete = 'on', whole = false]) => (
      <TextField key={field} name={`company.${field}`} label={label(field)} autoComplete={autoComplete} whole={whole} />
    ))
  return (
    <>
      <FieldGroup title={t('register.company')} text={t('register.companyText')}>
        <TextField name="company.name" label={t('register.companyName')} autoComplete="organization" required whole />
        {inputs(identity)}
      </FieldGroup>
      <FieldGroup title={t('register.address')}>
        {inputs(address)}
        <SelectField name="company.countyIsoCode" label={label('countyIsoCode')} options={countries} clearable />
      </FieldGroup>
      <FieldGroup title={t('register.money')}>
        <SelectField
          name="company.currency"
          label={label('currency')}
          help={t('register.currencyHelp')}
          options={currencies}
          clearable
        />
        <SelectField
          name="company.time_zone"
          label={label('time_zone')}
          help={t('register.sameZone')}
          options={zones}
        />
      </FieldGroup>
    </>
  )
}

/** The details of a new user, and of the company that comes with the invitation, if any. */
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
  const label = useLabel()
  const setup = isSetup(invitation)
  const zones = useMemo(zoneChoices, [])
  // Computed once: switching the language of the page must not reset the form.
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
            <TextField name="first_name" label={label('first_name')} autoComplete="given-name" required />
            <TextField name="last_name" label={label('last_name')} autoComplete="family-name" required />
            {invitation.email === '' ? (
              <TextField name="email" label={t('field.email')} type="email" autoComplete="username" required whole />
            ) : null}
            <PhoneField name="telephone" label={label('telephone')} defaultCountry={reference.default_iso} whole />
            <SelectField
              name="locale"
              label={label('locale')}
              options={locales.map((id) => ({ id, name: t(`shell:language.${id}`) }))}
            />
            <SelectField name="time_zone" label={label('time_zone')} options={zones} />
          </FieldGroup>
          <FieldGroup
            title={t('register.secure')}
            text={invitation.email ? t('register.secureText', { email: invitation.email }) : undefined}
          >
            {/* Password managers store the password under this name. */}
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
          {setup ? null : (
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
