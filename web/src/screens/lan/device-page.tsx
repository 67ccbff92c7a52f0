import { hardware } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import layout from '../../ui/layout.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { DeviceTabs } from './device-tabs.tsx'
import type { SiteDevice } from './use-device.ts'

export interface DevicePageProps {
  of: SiteDevice
  title: string
  /** Between the device and the page itself. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  /** Rendered once the device is loaded. */
  children: () => ReactNode
}

/** A page of one device of a site: breadcrumbs, tabs of its other pages, and whether it is at this site and managed. */
export function DevicePage({ of, title, crumbs = [], actions, children }: DevicePageProps) {
  const { t } = useTranslation()
  const can = useCan()
  const { device, siteId } = of
  const elsewhere = device !== undefined && device.site_id !== siteId
  return (
    <>
      <PageHeader
        title={title}
        subtitle={device ? `${device.name} · ${device.manufacturer_name} ${device.model_name}` : ' '}
        crumbs={[
          ...(can(sites.index) ? [{ label: t('panel:title.sites'), to: paths.sites.list }] : []),
          { label: device?.site_name ?? '…', ...(can(sites.show) ? { to: paths.sites.summary(siteId) } : {}) },
          {
            label: device?.name ?? '…',
            ...(can(hardware.show) ? { to: paths.hardware.detail(of.hardwareId) } : {}),
          },
          ...crumbs,
          { label: title },
        ]}
        actions={device && !elsewhere ? actions : undefined}
      />
      {of.error ? (
        <ErrorNotice error={of.error} retry={of.retry} />
      ) : !device ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : elsewhere ? (
        <Card>
          <EmptyState title={t('lan:elsewhere.title')} text={t('lan:elsewhere.text', { name: device.name })}>
            <LinkButton variant="default" to={paths.hardware.detail(device.id)}>
              {t('lan:elsewhere.open')}
            </LinkButton>
          </EmptyState>
        </Card>
      ) : (
        <div className={layout.stack}>
          <DeviceTabs of={device} />
          {of.managed === false ? (
            <Card>
              <EmptyState
                icon={<IconPlugConnectedX size={20} />}
                title={t('lan:unmanaged.title')}
                text={t('lan:unmanaged.text')}
              >
                {of.may(hardware.update) ? (
                  <LinkButton to={paths.hardware.update(device.id)}>{t('lan:unmanaged.edit')}</LinkButton>
                ) : null}
              </EmptyState>
            </Card>
          ) : (
            children()
          )}
        </div>
      )}
    </>
  )
}
