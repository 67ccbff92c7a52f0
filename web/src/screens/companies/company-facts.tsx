import { Anchor } from '@mantine/core'
import type { Company } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { recordFacts } from '../../record/record-facts.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import classes from './companies.module.css'
import { CompanyLink } from './company-link.tsx'
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

/** Logo and name, as the title of a company's page. */
export function CompanyTitle({ company }: { company: Company }) {
  return (
    <span className={classes.title}>
      {company.logo ? <img className={classes.logo} src={company.logo} alt="" /> : null}
      {company.name}
    </span>
  )
}

const contactLink = (href: string, text: string | null) =>
  text && (
    <Anchor href={href} inherit>
      {text}
    </Anchor>
  )

/** The facts of a company. */
export function useCompanyFacts(company: Company | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  if (!company) return []
  return recordFacts(
    t,
    'companies',
    {
      legal_name: company.legal_name,
      parent_name: <CompanyLink id={company.parent_id} name={company.parent_name} />,
      registration_number: company.registration_number,
      vat_number: company.vat_number,
      email: contactLink(`mailto:${company.email}`, company.email),
      telephone: phoneLink(company.telephone),
      address: addressLines(company, i18n.language).join('\n'),
      billing_term: company.type === 'simrush' ? undefined : t(`companies:value.billing_term.${company.billing_term}`),
      currency: company.currency,
      locale: t(`shell:language.${company.locale}`),
      time_zone: company.time_zone,
    },
    company,
  )
}
