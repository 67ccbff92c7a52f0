import { useSearch } from '@tanstack/react-router'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { deviceConsole } from '@trunkline/contract/resources/device-console'
import { deviceTools, tools, type Tool } from '@trunkline/contract/resources/device-tool'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { useSetSearch } from '../../ui/navigation.ts'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { DeviceFrame } from '../hardware/device-frame.tsx'
import { useDevice, type PageDevice } from '../lan/use-device.ts'
import { ConsoleCard } from './console-card.tsx'
import { ToolCard } from './tool-card.tsx'
import { ToolHistory } from './tool-history.tsx'
import { ToolResult } from './tool-result.tsx'

/** Milliseconds between two readings of a running tool, beside those that the live channel announces. */
const followMs = 1500

/** A run, and its rows as they arrive. It is stopped when the user leaves the page. */
function FollowedRun({ hardwareId, id, may }: { hardwareId: number; id: number; may: boolean }) {
  const params = { id: hardwareId, runId: id }
  const stored = useCall(deviceTools.show, { params }, { row: id, staleTime: 0 })
  const isRunning = stored.data?.data.state === 'running'
  const followed = useCall(deviceTools.follow, { params }, { enabled: may && isRunning, every: followMs, row: id })
  const stop = useCommand(deviceTools.stop)
  const latest = followed.data?.data
  const run = latest && isRunning ? latest : stored.data?.data
  const hasEnded = latest !== undefined && latest.state !== 'running'
  const { refetch } = stored
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  const open = useRef(false)
  open.current = may && isRunning
  useEffect(
    () => () => {
      if (open.current) void call(deviceTools.stop, { params: { id: hardwareId, runId: id } }).catch(() => {})
    },
    [hardwareId, id],
  )
  if (stored.error) return <ErrorNotice error={stored.error} />
  if (run === undefined) return <TableSkeleton rows={3} columns={4} />
  return (
    <ToolResult
      run={run}
      stopping={stop.pending}
      onStop={may ? () => void stop.run({ params }).catch(() => {}) : undefined}
    />
  )
}

function Tools({ of, device }: { of: PageDevice; device: HardwareDevice }) {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as { tool?: string; run?: string | number }
  const setSearch = useSetSearch()
  const select = (change: { tool?: string; run?: number | undefined }) => void setSearch(change, { replace: true })
  const tool: Tool = tools.find((one) => one === search.tool) ?? 'ping'
  const run = Number(search.run)
  const may = of.may(deviceTools.start)
  const options = useCall(
    deviceTools.options,
    { params: { id: device.id } },
    { enabled: may && of.ready, staleTime: 60_000, row: device.id },
  )
  return (
    <div className={layout.stack}>
      {may && of.managed === false ? (
        <Card title={t('device-tools:run')}>
          <EmptyState title={t('device-tools:notManaged.title')} text={t('device-tools:notManaged.text')} />
        </Card>
      ) : null}
      {may && of.ready ? (
        <ToolCard
          device={device}
          tool={tool}
          onTool={(next) => select({ tool: next })}
          options={options.data?.data}
          optionsError={options.error}
          onStarted={({ id }) => select({ run: id })}
        />
      ) : null}
      {Number.isSafeInteger(run) && run > 0 ? (
        <FollowedRun key={run} hardwareId={device.id} id={run} may={may} />
      ) : null}
      {of.ready && of.may(deviceConsole.read) ? <ConsoleCard device={device} /> : null}
      <ToolHistory hardwareId={device.id} onShow={(id) => select({ run: id })} />
    </div>
  )
}

/** Tools that run on a device for a short time: ping, torch, the live log. Tool and run are in the address. */
export default function DeviceTools() {
  const of = useDevice()
  return (
    <DeviceFrame of={of}>
      {() => (of.device?.deleted_at === null ? <Tools of={of} device={of.device} /> : null)}
    </DeviceFrame>
  )
}
