import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import type { NasDevice } from '@trunkline/contract/resources/nas'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { recordFacts } from '../../record/record-facts.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import classes from './nas.module.css'
import { poolName } from './pool-name.ts'

/** The facts of a NAS, without its secret. */
export function useNasFacts(device: NasDevice | undefined): Fact[] {
  const { t } = useTranslation()
  if (!device) return []
  const yesNo = (value: boolean) => t(value ? 'ui:yes' : 'ui:no')
  const ipoe = device.purposes.includes('ipoe')
  const pools =
    device.pools.length === 0 ? (
      t('nas:form.noPools')
    ) : (
      <ol className={classes.pools}>
        {device.pools.map((pool) => (
          <li key={pool.id}>
            <NameLink page={subnets.show} to={paths.ipam.detail('ipv4', pool.id)}>
              {poolName(pool)}
            </NameLink>
          </li>
        ))}
      </ol>
    )
  const facts = recordFacts(
    t,
    'nas',
    {
      address: (
        <span className={layout.copied}>
          {device.address} <CopyButton value={device.address} what={t('nas:field.address')} />
        </span>
      ),
      vendor: t(`nas:value.vendor.${device.vendor}`),
      purposes:
        device.purposes.length === 0
          ? t('nas:noPurpose')
          : device.purposes.map((purpose) => t(`nas:value.purposes.${purpose}`)).join(', '),
      region: device.region,
      company_name:
        device.company_name === null ? (
          t('nas:companyAbove')
        ) : (
          <NameLink page={companies.show} to={paths.companies.summary(device.company_id)}>
            {device.company_name}
          </NameLink>
        ),
      hardware_name:
        device.hardware_id === null ? undefined : device.hardware_name === null ? (
          t('nas:hiddenDevice')
        ) : (
          <NameLink page={hardware.show} to={paths.hardware.detail(device.hardware_id)}>
            {device.hardware_name}
          </NameLink>
        ),
      is_active: yesNo(device.is_active),
      coa_port: `UDP ${device.coa_port}`,
      require_message_authenticator: yesNo(device.require_message_authenticator),
      authenticator: t(`nas:value.authenticator.${device.authenticator}`),
      ipoe_identifier: ipoe ? t(`nas:value.ipoe_identifier.${device.ipoe_identifier}`) : undefined,
      ipoe_password: ipoe ? t(device.has_ipoe_password ? 'nas:form.ipoeStored' : 'nas:form.ipoeNone') : undefined,
      input_is_download: yesNo(device.input_is_download),
    },
    device,
  )
  return [...facts, { label: t('nas:field.pools'), value: pools, wide: true }]
}
