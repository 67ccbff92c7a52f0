import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { useCan } from '../../access/can.ts'
import { DeviceLinks } from '../devices/device-links.tsx'
import { RecentCommands } from '../devices/recent-commands.tsx'
import { OnlineState } from './badges.tsx'
import { ManagementCard, useDeviceFacts } from './device-facts.tsx'
import { LiveCard, useLiveState } from './live-card.tsx'
import { useDeviceActions } from './use-device-actions.tsx'
import { UsesCard } from './uses-card.tsx'

const History = lazy(async () => ({ default: (await loadChunk(() => import('./history-tab.tsx'))).HistoryTab }))
const Backups = lazy(async () => ({ default: (await loadChunk(() => import('./backup-tab.tsx'))).BackupTab }))
const skeleton = <TableSkeleton rows={5} columns={3} />

/** The page of a device: live status, facts, management connection, history and configuration backups. */
export default function HardwareDetail() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(hardware.show, { params: { id } })
  const live = useLiveState(id)
  const device = shown.data?.data
  const of = useDeviceActions(device)
  const facts = useDeviceFacts(device)
  const state = live.data?.data
  const online = device && {
    polled_at: state?.polled_at ?? device.polled_at,
    online_status: !state
      ? device.online_status
      : state.is_online === null
        ? ('unknown' as const)
        : state.is_online
          ? ('online' as const)
          : ('offline' as const),
  }
  return (
    <>
      <DetailScreen
        title={device?.name ?? t('panel:title.hardwareDetail')}
        subtitle={device ? `${device.manufacturer_name} ${device.model_name}` : undefined}
        status={online ? <OnlineState of={online} when={false} /> : null}
        crumbs={[{ label: t('hardware:title'), to: paths.hardware.list }, ...(device ? [{ label: device.name }] : [])]}
        actions={<RecordButtons texts="hardware" actions={of.actions} />}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={
          device ? (
            <>
              {of.results}
              {device.site_id === null ? null : (
                <DeviceLinks site={device.site_id} device={device} hasLte={device.has_lte} />
              )}
              <LiveCard
                device={device}
                shown={live}
                reading={of.reloading}
                onRead={of.reload}
                onScript={of.openScript}
              />
            </>
          ) : null
        }
        facts={facts}
        below={
          device ? (
            <>
              <ManagementCard device={device} />
              <RecentCommands field="hardware_id" id={device.id} />
              <UsesCard id={device.id} />
            </>
          ) : null
        }
        tabs={
          device
            ? [
                {
                  key: 'history',
                  label: t('hardware:history.tab'),
                  content: () => (
                    <Suspense fallback={skeleton}>
                      <History id={id} />
                    </Suspense>
                  ),
                },
                ...(can(hardwareLive.backups)
                  ? [
                      {
                        key: 'backups',
                        label: t('hardware:backup.tab'),
                        content: () => (
                          <Suspense fallback={skeleton}>
                            {of.results}
                            <Backups device={device} onTake={of.takeBackup} taking={of.takingBackup} />
                          </Suspense>
                        ),
                      },
                    ]
                  : []),
              ]
            : []
        }
        activity={{ subject: 'hardware', objectId: id, namespace: 'hardware' }}
      />
      {of.dialog}
    </>
  )
}
