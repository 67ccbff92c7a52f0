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
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { DeviceTabs } from './device-tabs.tsx'
import classes from './lan.module.css'
import type { ShownDevice } from './use-device.ts'

/** A page of one router: where it stands, its sister pages, and that there is such a router at all. */
export function DevicePage({
  of,
  title,
  crumbs = [],
  actions,
  children,
}: {
  of: ShownDevice
  title: string
  /** Between the device and the page itself. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  /** Drawn once the device is known. */
  children: () => ReactNode
}) {
  const { t } = useTranslation()
  const can = useCan()
  const { device, siteId } = of
  const away = device !== undefined && device.site_id !== siteId
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
        actions={device && !away ? actions : undefined}
      />
      {of.error ? (
        <ErrorNotice error={of.error} retry={of.retry} />
      ) : !device ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : away ? (
        <Card>
          <EmptyState title={t('lan:away.title')} text={t('lan:away.text', { name: device.name })}>
            <LinkButton variant="default" to={paths.hardware.detail(device.id)}>
              {t('lan:away.open')}
            </LinkButton>
          </EmptyState>
        </Card>
      ) : (
        <div className={classes.stack}>
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
