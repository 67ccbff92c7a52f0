import { IconPencil } from '@tabler/icons-react'
import { companies } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { CompanyTypeBadge } from '../companies/badges.tsx'
import { CompanyTitle, useCompanyFacts } from '../companies/company-facts.tsx'

/** The user's own company. */
export default function CompanyProfile() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const id = useSession()?.user.company.id ?? 0
  const { data, error, isPending, refetch } = useCall(companies.show, { params: { id } })
  const company = data?.data
  const facts = useCompanyFacts(company)
  return (
    <DetailScreen
      title={company ? <CompanyTitle company={company} /> : t('panel:title.companyProfile')}
      status={company ? <CompanyTypeBadge type={company.type} /> : null}
      actions={
        canOn(companies.update, { id }) ? (
          <LinkButton
            to={paths.companyProfile.update}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden="true" />}
          >
            {t('common:record.action.edit')}
          </LinkButton>
        ) : null
      }
      loading={isPending}
      error={error}
      retry={() => void refetch()}
      facts={facts}
      activity={{ subject: 'companies', objectId: id, namespace: 'companies' }}
    />
  )
}
