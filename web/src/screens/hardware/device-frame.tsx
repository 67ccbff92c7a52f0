import { companies } from '@trunkline/contract/resources/company'
import { sites } from '@trunkline/contract/resources/site'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { DeletedBanner } from '../../detail/deleted-banner.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { hardware } from '@trunkline/contract/resources/hardware'
import { DeviceTabs } from '../lan/device-tabs.tsx'
import type { PageDevice } from '../lan/use-device.ts'
import { MaintenanceBadge } from '../maintenance-windows/lazy-maintenance.tsx'
import { OnlineState } from './badges.tsx'
import { useDeviceActions, type DeviceActions } from './use-device-actions.tsx'

export interface DeviceFrameProps {
  of: PageDevice
  /** The path of the tab that a page below it belongs to. Default: the path of the page. */
  tab?: string | undefined
  /** Steps from the device to a page below one of its tabs. */
  crumbs?: readonly Crumb[]
}

/** The current state of a device: that of its last reading, or while that is loading, of its record. */
const onlineOf = ({ device, live }: PageDevice) =>
  device && {
    polled_at: live?.polled_at ?? device.polled_at,
    online_status: !live
      ? device.online_status
      : live.is_online === null
        ? ('unknown' as const)
        : live.is_online
          ? ('online' as const)
          : ('offline' as const),
  }

/** The site or the company of the device, after the text before it. */
function Place({ to, name }: { to: string | undefined; name: string }) {
  return (
    <>
      {' · '}
      {to === undefined ? (
        name
      ) : (
        // In a line of text, a link must not differ by its colour alone.
        <TextLink to={to} inherit underline="always">
          {name}
        </TextLink>
      )}
    </>
  )
}

/** What all pages of a device have in common: header, breadcrumbs, actions, tabs, and the results of its commands. */
export function DeviceFrame({
  of,
  tab,
  crumbs = [],
  children,
}: DeviceFrameProps & {
  /** Rendered once the device is loaded. */
  children: (actions: DeviceActions) => ReactNode
}) {
  const { t } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company.id
  const { device, hardwareId } = of
  const actions = useDeviceActions(device)
  const online = device?.deleted_at === null ? onlineOf(of) : undefined
  return (
    <>
      <PageHeader
        title={device?.name ?? t('panel:title.hardwareDetail')}
        subtitle={
          device ? (
            <>
              {device.manufacturer_name} {device.model_name}
              {device.site_id === null ? null : (
                <Place
                  to={can(sites.show) ? paths.sites.summary(device.site_id) : undefined}
                  name={device.site_name ?? String(device.site_id)}
                />
              )}
              {device.company_id === own ? null : (
                <Place
                  to={can(companies.show) ? paths.companies.summary(device.company_id) : undefined}
                  name={device.company_name}
                />
              )}
            </>
          ) : (
            ' '
          )
        }
        status={
          online ? (
            <>
              <OnlineState of={online} when={false} />
              <MaintenanceBadge of={{ hardware_id: hardwareId }} />
            </>
          ) : null
        }
        crumbs={[
          ...(can(hardware.index) ? [{ label: t('panel:title.hardware'), to: paths.hardware.list }] : []),
          { label: device?.name ?? '…', ...(crumbs.length > 0 ? { to: paths.hardware.detail(hardwareId) } : {}) },
          ...crumbs,
        ]}
        actions={device ? <RecordButtons texts="hardware" actions={actions.actions} /> : undefined}
      />
      {of.error ? (
        <ErrorNotice error={of.error} retry={of.retry} />
      ) : !device ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : (
        <>
          {device.deleted_at === null ? null : <DeletedBanner at={device.deleted_at} actions={actions.actions} />}
          <div className={layout.stack}>
            <DeviceTabs of={of} open={tab} />
            {actions.results}
            {children(actions)}
          </div>
        </>
      )}
      {actions.dialog}
    </>
  )
}
