import { hardware } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'

/** Selects the company that devices move to, and a site of it. */
export default function MoveFields() {
  const { t } = useTranslation()
  const [company, setCompany] = useState<number | null>(null)
  return (
    <>
      <RemoteSelectField
        name="company_id"
        label={t('hardware:field.company_name')}
        endpoint={hardware.companies}
        required
        onPick={(row) => setCompany(row?.id ?? null)}
      />
      <RemoteSelectField
        key={company ?? 0}
        name="site_id"
        label={t('hardware:field.site_name')}
        help={t('hardware:bulk.moveSite')}
        endpoint={sites.lookup}
        query={company === null ? {} : { company_id: company }}
        clearable
        disabled={company === null}
      />
    </>
  )
}
