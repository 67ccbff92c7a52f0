import { companies, companyStore, type CompanyStep } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { useCall, useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, SwitchField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { ContactFields, IdentityFields, NotesFields, RegionalFields } from './company-fields.tsx'
import { detailsOf, filledFields, type CreateValues } from './company-values.ts'
import { chosenParent, ParentFields } from './parent-fields.tsx'
import { mayStandBelow, selectableTypes, type NewCompanyType } from './placement.ts'

/** What is checked before sending; the parent is, by its level, in `validate`. */
const detailsSchema = z.omit(companyStore, { parent_id: true })

/** The form of a new company. Who works in a company begins with that one as the parent. */
export function CompanyCreate() {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company
  const context = useCompanyContext()
  const navigate = useNavigate()
  const options = useCall(companies.options, {}, { staleTime: 5 * 60_000 })
  // What a new company starts with is what the one above it has.
  const above = useCall(companies.show, { params: { id: context.id ?? own?.id ?? 0 } })
  const store = useCommand(companies.store)
  const types = selectableTypes(can)
  const place: CompanyStep | undefined = context.path.at(-1)
  const waiting = context.id !== undefined && place?.id !== context.id && !context.missing

  const initial = useMemo((): CreateValues | undefined => {
    if (!own || waiting || above.isPending) return undefined
    const { currency = null, locale = null, time_zone = null } = above.data?.data ?? {}
    const below =
      place && place.id !== own.id && types.some((type) => mayStandBelow(type, place.type)) ? place : undefined
    const type = (below ? types.find((one) => mayStandBelow(one, below.type)) : types[0]) as NewCompanyType
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
      countyIsoCode: above.data?.data.countyIsoCode ?? options.data?.data.default_iso ?? null,
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the types follow from the session, which `own` stands for
  }, [own, place, waiting, options.data, above.isPending, above.data])

  const submit = async (values: CreateValues) => {
    if (!own) return
    const { parent_level: _level, parent_id: _parent, ...fields } = values
    const { data } = await store.run({
      body: {
        ...filledFields(fields),
        name: values.name,
        type: values.type,
        parent_id: chosenParent(values, own) ?? own.id,
      } as never,
    })
    notify.success(t('companies:form.created', { name: values.name }))
    await navigate({ to: paths.companies.summary(data.id) as never })
  }

  const choices = options.data?.data
  return (
    <FormScreen<CreateValues>
      title={t('companies:form.createTitle')}
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
      crumbs={[{ label: t('companies:title'), to: paths.companies.list }, { label: t('companies:form.createTitle') }]}
      loading={options.isPending || initial === undefined}
      error={options.error}
      retry={() => void options.refetch()}
      initial={choices ? initial : undefined}
      schema={detailsSchema}
      validate={(values): FieldErrors =>
        own && chosenParent(values, own) === null ? { parent_id: t('companies:form.needsParent') } : {}
      }
      onSubmit={submit}
      submitLabel={t('companies:form.submit')}
      cancelTo={paths.companies.list}
    >
      {(form) =>
        choices ? (
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
                type={form.values.type}
                selected={place && place.id !== own?.id ? { id: place.id, name: place.name } : null}
              />
            </FieldGroup>
            <IdentityFields />
            <ContactFields choices={choices} country={form.values.countyIsoCode} />
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
        ) : null
      }
    </FormScreen>
  )
}
