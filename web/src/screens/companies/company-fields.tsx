import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, TextArea, TextField, type Choice } from '../../form/fields.tsx'
import { FileImageField } from '../../form/image-field.tsx'
import { PhoneField } from '../../form/phone-field.tsx'

/** The choices that the fields of a company offer. */
export interface CompanyChoices {
  countries: readonly Choice[]
  currencies: readonly Choice[]
  locales: readonly Choice[]
  time_zones: readonly Choice[]
  default_iso?: string
}

/** Names and numbers of a company. */
export function IdentityFields() {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('companies:form.identity')}>
      <TextField name="name" label={t('common:field.name')} autoComplete="organization" required whole />
      <TextField name="legal_name" label={t('companies:field.legal_name')} whole />
      <TextField name="registration_number" label={t('companies:field.registration_number')} />
      <TextField name="vat_number" label={t('companies:field.vat_number')} />
    </FieldGroup>
  )
}

/** Contact details and address of a company. */
export function ContactFields({
  choices,
  country,
}: {
  choices: CompanyChoices
  /** The selected one, for the telephone field. */ country: string | null
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('companies:form.contact')}>
      <TextField name="email" label={t('common:field.email')} type="email" autoComplete="off" />
      <PhoneField
        name="telephone"
        label={t('common:field.telephone')}
        defaultCountry={country ?? choices.default_iso}
      />
      <TextField name="address_line_1" label={t('common:field.address_line_1')} whole />
      <TextField name="address_line_2" label={t('companies:field.address_line_2')} whole />
      <TextField name="postcode" label={t('companies:field.postcode')} />
      <TextField name="city" label={t('companies:field.city')} />
      <TextField name="region" label={t('companies:field.region')} />
      <SelectField name="countyIsoCode" label={t('common:field.countyIsoCode')} options={choices.countries} clearable />
    </FieldGroup>
  )
}

/** Currency, and defaults for the users of a company. */
export function RegionalFields({ choices }: { choices: CompanyChoices }) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField name="currency" label={t('companies:field.currency')} options={choices.currencies} />
      <SelectField name="locale" label={t('common:field.locale')} options={choices.locales} />
      <SelectField name="time_zone" label={t('common:field.time_zone')} options={choices.time_zones} />
    </>
  )
}

export function NotesFields() {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('companies:form.internal')}>
      <TextArea name="notes" label={t('common:field.notes')} help={t('companies:form.notesHelp')} whole />
      <FileImageField name="logo" label={t('companies:field.logo')} whole />
    </FieldGroup>
  )
}
