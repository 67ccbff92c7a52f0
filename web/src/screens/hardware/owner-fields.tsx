import { Select } from '@mantine/core'
import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { FieldGroup } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import type { LookupRow } from '../../form/use-lookup.ts'
import { selectableTypes } from '../companies/placement.ts'

type CompanyOption = LookupRow & { type?: CompanyType }

/** Owner and site of a device. Only levels that the caller may select are listed. */
export function OwnerFields({
  company,
  site,
  isNew,
  movesToSite,
}: {
  /** The initial values. */
  company?: CompanyOption | undefined
  site?: LookupRow | undefined
  isNew: boolean
  /** Another site is selected. */
  movesToSite: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company
  const [level, setLevel] = useState<CompanyType | null>(null)
  const [owner, setOwner] = useState<CompanyOption | null>(company ?? null)
  const levels = own ? selectableTypes(can).filter((type) => typesBelow(own.type).includes(type)) : []
  // Sites belong to clients: a selected client filters them.
  const client = owner?.type === 'client' ? owner.id : undefined
  return (
    <FieldGroup title={t('hardware:form.owner')} text={t('hardware:form.ownerText')}>
      {levels.length > 1 ? (
        <Select
          label={t('hardware:form.level')}
          description={t('hardware:form.levelHelp')}
          placeholder={t('hardware:form.anyLevel')}
          data={levels.map((type) => ({ value: type, label: t(`shell:companyType.${type}`) }))}
          value={level}
          onChange={(value) => setLevel(value as CompanyType | null)}
          clearable
          clearButtonProps={{ 'aria-label': t('form:remote.clear', { label: t('hardware:form.level') }) }}
        />
      ) : null}
      <RemoteSelectField
        name="company_id"
        label={t('hardware:field.company_name')}
        help={t(
          `hardware:form.${movesToSite ? 'ownerOfSite' : site ? 'ownerAtSite' : company && !isNew ? 'ownerChange' : 'ownerHelp'}`,
        )}
        endpoint={level === null ? hardware.companies : companies.lookup}
        {...(level === null ? {} : { query: { type_id: level } })}
        selected={company}
        onPick={setOwner}
        clearable={company === undefined}
      />
      {can(sites.lookup) ? (
        <RemoteSelectField
          name="site_id"
          label={t('hardware:field.site_name')}
          help={t('hardware:form.siteHelp')}
          endpoint={sites.lookup}
          {...(client === undefined ? {} : { query: { company_id: client } })}
          selected={site}
          clearable
        />
      ) : null}
    </FieldGroup>
  )
}
