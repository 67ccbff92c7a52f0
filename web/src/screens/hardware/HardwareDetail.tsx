import { Navigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { loadTexts } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { useLeaving } from '../devices/leaving.ts'
import { RecentCommands } from '../devices/recent-commands.tsx'
import { devicePaths } from '../lan/device-paths.ts'
import { useDevice, type PageDevice } from '../lan/use-device.ts'
import { ManagementCard, useDeviceFacts } from './device-facts.tsx'
import { DeviceFrame } from './device-frame.tsx'
import { DevicePlotsSkeleton } from './device-plots-skeleton.tsx'
import classes from './hardware.module.css'
import { LiveCard, ReadingsCard, useLiveState } from './live-card.tsx'
import type { DeviceActions } from './use-device-actions.tsx'
import { UsesCard } from './uses-card.tsx'

const RecordLabels = lazy(
  async () => (await Promise.all([loadChunk(() => import('../../detail/record-labels.tsx')), loadTexts(['tags'])]))[0],
)
const DeviceTemplatesCard = lazy(async () => {
  const [chunk] = await Promise.all([
    loadChunk(() => import('../device-templates/device-card.tsx')),
    loadTexts(['device-templates']),
  ])
  return { default: chunk.DeviceTemplatesCard }
})
const VariablesCard = lazy(async () => {
  const [chunk] = await Promise.all([
    loadChunk(() => import('../device-templates/variables-card.tsx')),
    loadTexts(['device-templates']),
  ])
  return { default: chunk.VariablesCard }
})
const DevicePlots = lazy(async () => ({ default: (await loadChunk(() => import('./device-plots.tsx'))).DevicePlots }))

/** The first page of a device: live status, plots, facts, management connection and commands. */
export default function HardwareDetail() {
  const of = useDevice()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  // Its pages used to be tabs of this one.
  if (tab === 'backups' || tab === 'activity')
    return <Navigate to={devicePaths[tab](of.hardwareId) as never} search={{} as never} replace />
  return <DeviceFrame of={of}>{(actions) => <Overview of={of} actions={actions} />}</DeviceFrame>
}

function Overview({ of, actions }: { of: PageDevice; actions: DeviceActions }) {
  const { t } = useTranslation()
  const { device, hardwareId } = of
  const facts = useDeviceFacts(device)
  const isLeaving = useLeaving(hardwareId)
  if (!device) return null
  return (
    <div className={layout.stack}>
      {device.deleted_at === null && !isLeaving ? <Live of={of} actions={actions} /> : null}
      <Card title={t('detail:facts')}>
        <FactList facts={facts} />
      </Card>
      <Suspense fallback={null}>
        <RecordLabels kind="hardware" record={device} />
      </Suspense>
      <ManagementCard device={device} />
      {device.deleted_at === null ? (
        <Suspense fallback={null}>
          <DeviceTemplatesCard id={hardwareId} />
          <VariablesCard of={{ hardware_id: hardwareId }} />
        </Suspense>
      ) : null}
      {device.deleted_at === null ? null : <RecentCommands field="hardware_id" id={hardwareId} />}
    </div>
  )
}

/** The part that is read from the device; one in the trash is not read. */
function Live({ of: { device, hardwareId }, actions }: { of: PageDevice; actions: DeviceActions }) {
  const live = useLiveState(hardwareId)
  if (!device) return null
  const state = live.data?.data
  return (
    <>
      <div className={classes.overview}>
        <LiveCard
          device={device}
          shown={live}
          reading={actions.reloading}
          onRead={actions.reload}
          onScript={actions.openScript}
        />
        <Suspense fallback={<DevicePlotsSkeleton />}>
          <DevicePlots id={hardwareId} />
        </Suspense>
        <div className={layout.stack}>
          <RecentCommands field="hardware_id" id={hardwareId} />
          <UsesCard id={hardwareId} />
        </div>
      </div>
      {state?.read_at ? <ReadingsCard of={state} device={device} /> : null}
    </>
  )
}
