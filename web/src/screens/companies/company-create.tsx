import type { BodyInput } from '@trunkline/contract/endpoint'
import { companies, companyStore } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import { useTranslation } from '../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useCan } from '../../access/can.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, SwitchField } from '../../form/fields.tsx'
import { paths } from '../../paths.ts'
import { filledFields } from '../../record/changes.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { ContactFields, IdentityFields, NotesFields, RegionalFields } from './company-fields.tsx'
import { detailsOf, type CreateValues } from './company-values.ts'
import { chosenParent, ParentFields } from './parent-fields.tsx'
import { canBeBelow, selectableTypes, type NewCompanyType } from './placement.ts'

/** Checked before sending; the parent is checked in `validate`. */
const detailsSchema = z.omit(companyStore, { parent_id: true })

/** The form of a new company. The company selected in the header is the suggested parent. */
export function CompanyCreate() {
  const { t } = useTranslation()
  const can = useCan()
  const go = useGo()
  const own = useSession()?.user.company
  const { company: selected, pending } = useNewRecordCompany()
  // A new company starts with the settings of the one above it.
  const above = useCall(companies.show, { params: { id: selected?.id ?? own?.id ?? 0 } }, { enabled: !pending })
  const types = selectableTypes(can)

  const company = useRecordForm({
    calls: companies,
    options: companies.options,
    texts: 'companies',
    labels: 'company',
    list: paths.companies.list,
    start: (choices): CreateValues | undefined => {
      if (!own || pending || above.isPending) return undefined
      const { currency = null, locale = null, time_zone = null } = above.data?.data ?? {}
      const below =
        selected && selected.id !== own.id && types.some((type) => canBeBelow(type, selected.type))
          ? selected
          : undefined
      const type = (below ? types.find((one) => canBeBelow(one, below.type)) : types[0]) as NewCompanyType
      return {
        ...detailsOf({}),
        type,
        parent_level: below?.type ?? own.type,
        parent_id: below?.id ?? null,
        billing_term: 'net-30',
        is_active: true,
        currency,
        locale,
        time_zone,
        countyIsoCode: above.data?.data.countyIsoCode ?? choices.default_iso,
        version: 0,
      }
    },
    body: ({ version: _version, parent_level, parent_id, ...fields }) => ({
      ...(filledFields(fields) as Partial<BodyInput<typeof companies.store>>),
      name: fields.name,
      type: fields.type,
      ...(own && { parent_id: chosenParent({ parent_level, parent_id }, own) ?? own.id }),
    }),
    onCreated: (id) => go(paths.companies.summary(id)),
  })

  return (
    <RecordForm
      of={company}
      subtitle={
        can(invites.store) ? (
          <>
            {t('companies:form.createSubtitle')}{' '}
            <TextLink to={paths.invites.create} inherit underline="always">
              {t('companies:form.inviteInstead')}
            </TextLink>
          </>
        ) : null
      }
      schema={detailsSchema}
      validate={(values): FieldErrors =>
        own && chosenParent(values, own) === null ? { parent_id: t('companies:form.needsParent') } : {}
      }
    >
      {({ form, values, choices }) => (
        <>
          <FieldGroup title={t('companies:form.place')} text={t('companies:form.placeText')}>
            <SelectField
              name="type"
              label={t('companies:field.type')}
              required
              options={types.map((type) => ({ id: type, name: t(`shell:companyType.${type}`) }))}
            />
            <ParentFields
              form={form}
              type={values.type}
              selected={selected && selected.id !== own?.id ? { id: selected.id, name: selected.name } : null}
            />
          </FieldGroup>
          <IdentityFields />
          <ContactFields choices={choices} country={values.countyIsoCode} />
          <FieldGroup title={t('companies:form.terms')} text={t('companies:form.termsText')}>
            <SelectField
              name="billing_term"
              label={t('companies:field.billing_term')}
              options={choices.billing_terms.map(({ id }) => ({ id, name: t(`companies:value.billing_term.${id}`) }))}
            />
            <RegionalFields choices={choices} />
            <SwitchField
              name="is_active"
              label={t('companies:form.active')}
              help={t('companies:form.activeHelp')}
              whole
            />
          </FieldGroup>
          <NotesFields />
        </>
      )}
    </RecordForm>
  )
}
