import { Anchor } from '@mantine/core'
import type { Company } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { countryName } from './country.ts'

/** The lines of a postal address, as far as they are known. */
export const addressLines = (company: Company, language: string): string[] =>
  [
    company.address_line_1,
    company.address_line_2,
    [company.postcode, company.city].filter(Boolean).join(' '),
    company.region,
    company.countyIsoCode ? countryName(company.countyIsoCode, language) : null,
  ].filter((line): line is string => Boolean(line))

/** Everything that a company's page tells of it. */
export function useCompanyFacts(company: Company | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  if (!company) return []
  return [
    { label: t('companies:field.legal_name'), value: company.legal_name },
    {
      label: t('companies:field.parent_name'),
      value:
        company.parent_id && company.parent_name ? (
          <TextLink to={paths.companies.summary(company.parent_id)}>{company.parent_name}</TextLink>
        ) : null,
    },
    { label: t('companies:field.registration_number'), value: company.registration_number },
    { label: t('companies:field.vat_number'), value: company.vat_number },
    {
      label: t('common:field.email'),
      value: company.email ? (
        <Anchor href={`mailto:${company.email}`} inherit>
          {company.email}
        </Anchor>
      ) : null,
    },
    {
      label: t('common:field.telephone'),
      value: company.telephone ? (
        <Anchor href={`tel:${company.telephone.replace(/[^\d+]/g, '')}`} inherit>
          {company.telephone}
        </Anchor>
      ) : null,
    },
    { label: t('companies:field.address'), value: addressLines(company, i18n.language).join('\n') },
    ...(company.type === 'simrush'
      ? []
      : [
          {
            label: t('companies:field.billing_term'),
            value: t(`companies:value.billing_term.${company.billing_term}`),
          },
        ]),
    { label: t('companies:field.currency'), value: company.currency },
    { label: t('common:field.locale'), value: t(`companies:value.locale.${company.locale}`) },
    { label: t('common:field.time_zone'), value: company.time_zone },
    { label: t('common:field.created_at'), value: <Time value={company.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={company.updated_at} /> },
    ...(company.deleted_at
      ? [{ label: t('common:field.deleted_at'), value: <Time value={company.deleted_at} /> }]
      : []),
    ...(company.notes ? [{ label: t('common:field.notes'), value: company.notes, wide: true }] : []),
  ]
}
