import { companies } from '@trunkline/contract/resources/company'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { Warranty } from './badges.tsx'
import { usualPort } from './hardware-values.ts'
import classes from './hardware.module.css'
import { KindIcon } from './kind-icon.tsx'

/** A value that is typed elsewhere: at the maker's page, into a ticket. */
function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span className={classes.copied}>
      {value} <CopyButton value={value} what={what} />
    </span>
  )
}

const linked = (may: boolean, to: string, name: string) =>
  may ? (
    <TextLink to={to} inherit>
      {name}
    </TextLink>
  ) : (
    name
  )

/** What a device is and where it stands. */
export function useDeviceFacts(device: HardwareDevice | undefined): Fact[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!device) return []
  return [
    {
      label: t('hardware:field.model_name'),
      value: (
        <span className={classes.model}>
          <KindIcon kind={device.kind} />
          <span>
            {device.manufacturer_name} {device.model_name}
          </span>
        </span>
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
      value: linked(can(companies.show), paths.companies.summary(device.company_id), device.company_name),
    },
    {
      label: t('hardware:field.site_name'),
      value:
        device.site_id === null
          ? t('hardware:noSite')
          : linked(can(sites.show), paths.sites.summary(device.site_id), device.site_name ?? String(device.site_id)),
    },
    { label: t('hardware:field.warranty_expiry_at'), value: <Warranty end={device.warranty_expiry_at} /> },
    { label: t('hardware:field.telephone'), value: device.telephone },
    { label: t('hardware:field.comment'), value: device.comment, wide: true },
    { label: t('hardware:field.created_at'), value: <Time value={device.created_at} /> },
    { label: t('hardware:field.updated_at'), value: <Time value={device.updated_at} /> },
    ...(device.deleted_at
      ? [{ label: t('hardware:field.deleted_at'), value: <Time value={device.deleted_at} /> }]
      : []),
  ]
}

/** How the panel reaches the device. Only those who may change it are told. */
export function ManagementCard({ device }: { device: HardwareDevice }) {
  const { t } = useTranslation()
  const can = useCan()
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
            value: of.port ?? t('hardware:usualPort', { port: usualPort[of.protocol] }),
          },
          { label: t('hardware:field.management_user'), value: of.user },
          {
            label: t('hardware:field.management_password'),
            value: t(of.has_password ? 'hardware:passwordKept' : 'hardware:passwordNone'),
          },
          {
            label: t('hardware:field.vpn_dialup_name'),
            value:
              of.vpn_dialup_id === null
                ? null
                : linked(
                    can(vpnDialups.show),
                    paths.dialups.details(of.vpn_dialup_id),
                    of.vpn_dialup_name ?? String(of.vpn_dialup_id),
                  ),
          },
          {
            label: t('hardware:field.pinned_certificate'),
            wide: true,
            value:
              of.pinned_certificate === null ? null : (
                <span className={classes.fingerprint}>{of.pinned_certificate}</span>
              ),
          },
        ]}
      />
    </Card>
  )
}
