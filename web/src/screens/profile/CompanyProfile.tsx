import { Button } from '@mantine/core'
import { IconPencil, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { companies } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { CompanyTypeBadge } from '../companies/badges.tsx'
import { mayChangePolicy } from '../companies/may-change-policy.ts'
import { SignInPolicyDialog } from '../companies/sign-in-policy-dialog.tsx'
import { CompanyTitle, useCompanyFacts } from '../companies/company-facts.tsx'

/** The user's own company. */
export default function CompanyProfile() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const session = useSession()
  const id = session?.user.company.id ?? 0
  const [open, setOpen] = useState(false)
  const { data, error, isPending, refetch } = useCall(companies.show, { params: { id } })
  const company = data?.data
  const facts = useCompanyFacts(company)
  return (
    <DetailScreen
      title={company ? <CompanyTitle company={company} /> : t('panel:title.companyProfile')}
      status={company ? <CompanyTypeBadge type={company.type} /> : null}
      actions={
        canOn(companies.update, { id }) ? (
          <>
            {mayChangePolicy(session) && company ? (
              <Button
                variant="default"
                leftSection={<IconShieldLock size={16} aria-hidden="true" />}
                onClick={() => setOpen(true)}
              >
                {t('companies:action.policy')}
              </Button>
            ) : null}
            <LinkButton
              to={paths.companyProfile.update}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
            >
              {t('common:record.action.edit')}
            </LinkButton>
            {open && company ? <SignInPolicyDialog company={company} onClose={() => setOpen(false)} /> : null}
          </>
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
