import { IconPencil } from '@tabler/icons-react'
import { companies, type Company } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { fieldLabel } from '../../ui/field-label.ts'
import { Time } from '../../ui/time.tsx'
import { CompanyTypeBadge } from '../companies/badges.tsx'
import { countryName } from '../companies/country.ts'
import { useOwnCompany } from './own-company.ts'
import classes from './profile.module.css'

function Logo({ company }: { company: Company }) {
  const { t } = useTranslation()
  return company.logo ? (
    <img className={classes.logo} src={company.logo} alt={t('profile:company.logoAlt', { name: company.name })} />
  ) : null
}

/** The user's own company, as those above and below see it too. */
export default function CompanyProfile() {
  const { t, i18n } = useTranslation()
  const canOn = useRowCan()
  const { id, data, error, isPending, refetch } = useOwnCompany()
  const company = data?.data
  const label = (field: string) => fieldLabel(t, 'companies', field)
  const country = company?.countyIsoCode ? countryName(company.countyIsoCode, i18n.language) : null

  const identity: Fact[] = company
    ? [
        { label: label('name'), value: company.name },
        { label: label('legal_name'), value: company.legal_name },
        { label: label('registration_number'), value: company.registration_number },
        { label: label('vat_number'), value: company.vat_number },
        { label: label('logo'), value: company.logo ? <Logo company={company} /> : null },
      ]
    : []
  const contact: Fact[] = company
    ? [
        { label: label('email'), value: company.email },
        { label: label('telephone'), value: company.telephone },
        {
          label: label('address'),
          value: [
            company.address_line_1,
            company.address_line_2,
            [company.postcode, company.city].filter(Boolean).join(' '),
            company.region,
            country,
          ]
            .filter(Boolean)
            .join('\n'),
        },
      ]
    : []
  const terms: Fact[] = company
    ? [
        { label: label('billing_term'), value: t(`companies:value.billing_term.${company.billing_term}`) },
        { label: label('currency'), value: company.currency },
        { label: label('locale'), value: t(`shell:language.${company.locale}`) },
        { label: label('time_zone'), value: company.time_zone.replaceAll('_', ' ') },
        { label: label('created_at'), value: <Time value={company.created_at} day /> },
        ...(company.notes ? [{ label: label('notes'), value: company.notes, wide: true }] : []),
      ]
    : []
  const mayEdit = id !== undefined && canOn(companies.update, { id })

  return (
    <DetailScreen
      title={company?.name ?? t('panel:title.companyProfile')}
      subtitle={company?.legal_name && company.legal_name !== company.name ? company.legal_name : undefined}
      status={company ? <CompanyTypeBadge type={company.type} /> : null}
      actions={
        mayEdit ? (
          <LinkButton
            to={paths.companyProfile.update}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden="true" />}
          >
            {t('profile:edit')}
          </LinkButton>
        ) : null
      }
      loading={isPending}
      error={error}
      retry={() => void refetch()}
      facts={identity}
      factsTitle={t('profile:company.details')}
      below={
        <>
          <Card title={t('profile:company.contact')}>
            <FactList facts={contact} />
          </Card>
          <Card title={t('profile:company.terms')}>
            <FactList facts={terms} />
          </Card>
        </>
      }
      {...(id !== undefined
        ? { activity: { subject: 'companies' as const, objectId: id, namespace: 'companies' } }
        : {})}
    />
  )
}
