import { companies } from '@trunkline/contract/resources/company'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { Time } from '../../ui/time.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { Warranty } from './badges.tsx'
import { defaultPort } from './hardware-values.ts'
import { KindLabel } from './kind-label.tsx'

/** A value that readers paste elsewhere: on the manufacturer's site, into a ticket. */
function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span className={layout.copied}>
      {value} <CopyButton value={value} what={what} />
    </span>
  )
}

/** Model, identifiers, owner, site and warranty of a device. */
export function useDeviceFacts(device: HardwareDevice | undefined): Fact[] {
  const { t } = useTranslation()
  if (!device) return []
  return [
    {
      label: t('hardware:field.model_name'),
      value: (
        <KindLabel kind={device.kind}>
          {device.manufacturer_name} {device.model_name}
        </KindLabel>
      ),
    },
    { label: t('hardware:field.type_name'), value: device.type_name },
    {
      label: t('hardware:field.serial_number'),
      value:
        device.serial_number === null ? null : (
          <Copied value={device.serial_number} what={t('hardware:field.serial_number')} />
        ),
    },
    {
      label: t('hardware:field.mac'),
      value: device.mac === null ? null : <Copied value={device.mac} what={t('hardware:field.mac')} />,
    },
    {
      label: t('hardware:field.company_name'),
      value: (
        <NameLink page={companies.show} to={paths.companies.summary(device.company_id)}>
          {device.company_name}
        </NameLink>
      ),
    },
    {
      label: t('hardware:field.site_name'),
      value:
        device.site_id === null ? (
          t('hardware:noSite')
        ) : (
          <NameLink page={sites.show} to={paths.sites.summary(device.site_id)}>
            {device.site_name ?? device.site_id}
          </NameLink>
        ),
    },
    { label: t('hardware:field.warranty_expiry_at'), value: <Warranty end={device.warranty_expiry_at} /> },
    { label: t('hardware:field.telephone'), value: phoneLink(device.telephone) },
    { label: t('hardware:field.comment'), value: device.comment, wide: true },
    { label: t('common:field.created_at'), value: <Time value={device.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={device.updated_at} /> },
    ...(device.deleted_at ? [{ label: t('common:field.deleted_at'), value: <Time value={device.deleted_at} /> }] : []),
  ]
}

/** The management connection. The server sends it only to those who may change the device. */
export function ManagementCard({ device }: { device: HardwareDevice }) {
  const { t } = useTranslation()
  const { management: of } = device
  if (!of) return null
  return (
    <Card title={t('hardware:form.management')}>
      <FactList
        facts={[
          { label: t('hardware:field.management_address'), value: of.address },
          {
            label: t('hardware:field.management_protocol'),
            value: t(`hardware:value.management_protocol.${of.protocol}`),
          },
          {
            label: t('hardware:field.management_port'),
            value: of.port ?? t('hardware:defaultPort', { port: defaultPort[of.protocol] }),
          },
          { label: t('hardware:field.management_user'), value: of.user },
          {
            label: t('hardware:field.management_password'),
            value: t(of.has_password ? 'hardware:passwordStored' : 'hardware:passwordNone'),
          },
          {
            label: t('hardware:field.vpn_dialup_name'),
            value:
              of.vpn_dialup_id === null ? null : (
                <NameLink page={vpnDialups.show} to={paths.dialups.details(of.vpn_dialup_id)}>
                  {of.vpn_dialup_name ?? of.vpn_dialup_id}
                </NameLink>
              ),
          },
          {
            label: t('hardware:field.pinned_certificate'),
            wide: true,
            value: of.pinned_certificate === null ? null : <span className={layout.code}>{of.pinned_certificate}</span>,
          },
        ]}
      />
    </Card>
  )
}
