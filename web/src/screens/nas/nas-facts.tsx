import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import type { NasDevice } from '@trunkline/contract/resources/nas'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'
import classes from './nas.module.css'

/** What a NAS is. Its secret is no part of it: it is never told. */
export function useNasFacts(device: NasDevice | undefined): Fact[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!device) return []
  const { pools } = device
  return [
    {
      label: t('nas:field.address'),
      value: (
        <span className={layout.copied}>
          {device.address} <CopyButton value={device.address} what={t('nas:field.address')} />
        </span>
      ),
    },
    { label: t('nas:field.vendor'), value: t(`nas:value.vendor.${device.vendor}`) },
    {
      label: t('nas:field.purposes'),
      value:
        device.purposes.length === 0
          ? t('nas:noPurpose')
          : device.purposes.map((purpose) => t(`nas:value.purposes.${purpose}`)).join(', '),
    },
    { label: t('nas:field.region'), value: device.region },
    {
      label: t('nas:field.company_name'),
      value:
        device.company_name === null ? (
          t('nas:fromAbove')
        ) : can(companies.show) ? (
          <TextLink to={paths.companies.summary(device.company_id)} inherit>
            {device.company_name}
          </TextLink>
        ) : (
          device.company_name
        ),
    },
    ...(device.hardware_id === null
      ? []
      : [
          {
            label: t('nas:field.hardware_name'),
            value:
              device.hardware_name === null ? (
                t('nas:hiddenDevice')
              ) : can(hardware.show) ? (
                <TextLink to={paths.hardware.detail(device.hardware_id)} inherit>
                  {device.hardware_name}
                </TextLink>
              ) : (
                device.hardware_name
              ),
          },
        ]),
    { label: t('nas:field.is_active'), value: t(device.is_active ? 'ui:yes' : 'ui:no') },
    { label: t('nas:field.coa_port'), value: `UDP ${device.coa_port}` },
    {
      label: t('nas:field.require_message_authenticator'),
      value: t(device.require_message_authenticator ? 'ui:yes' : 'ui:no'),
    },
    { label: t('nas:authenticator.sends'), value: t(`nas:value.authenticator.${device.authenticator}`) },
    ...(device.purposes.includes('ipoe')
      ? [
          { label: t('nas:field.ipoe_identifier'), value: t(`nas:value.ipoe_identifier.${device.ipoe_identifier}`) },
          {
            label: t('nas:field.ipoe_password'),
            value: t(device.has_ipoe_password ? 'nas:form.ipoeStored' : 'nas:form.ipoeNone'),
          },
        ]
      : []),
    { label: t('nas:field.input_is_download'), value: t(device.input_is_download ? 'ui:yes' : 'ui:no') },
    {
      label: t('nas:field.pools'),
      wide: true,
      value:
        pools.length === 0 ? (
          t('nas:form.noPools')
        ) : (
          <ol className={classes.pools}>
            {pools.map((pool) => {
              const name = pool.name === '' ? pool.net : `${pool.net} ${pool.name}`
              return (
                <li key={pool.id}>
                  {can(subnets.show) ? (
                    <TextLink to={paths.ipam.detail('ipv4', pool.id)} inherit>
                      {name}
                    </TextLink>
                  ) : (
                    name
                  )}
                </li>
              )
            })}
          </ol>
        ),
    },
    { label: t('common:field.created_at'), value: <Time value={device.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={device.updated_at} /> },
    ...(device.deleted_at ? [{ label: t('common:field.deleted_at'), value: <Time value={device.deleted_at} /> }] : []),
  ]
}
