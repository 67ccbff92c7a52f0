import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useEffect } from 'react'
import { useLive } from '../../api/live.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKey } from '../../api/query.ts'
import { watchDevice } from '../../api/watch.ts'

/** Between two readings while somebody looks at a device. */
const every = 5000

/**
 * A screen that is open looks at a device: the panel reads it every few seconds for as long, and what it read last is
 * shown as soon as it is there.
 * @returns milliseconds for `every` of `useReading`, for menus that are asked of the device itself; undefined while
 *   live updates are paused (WCAG 2.2.2)
 */
export function useWatch(hardwareId: number | undefined): number | undefined {
  const paused = useLive().status === 'paused'
  useEffect(() => {
    if (hardwareId === undefined || paused) return
    const key = queryKey(hardwareLive.live, { params: { id: hardwareId } })
    return watchDevice(hardwareId, () => void queryClient.invalidateQueries({ queryKey: key }))
  }, [hardwareId, paused])
  return hardwareId === undefined || paused ? undefined : every
}
