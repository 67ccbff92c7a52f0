import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useEffect } from 'react'
import { useLive } from '../../api/live.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKey } from '../../api/query.ts'
import { watchDevice } from '../../api/watch.ts'

/** Milliseconds between two readings of a device whose page is open. */
const READ_INTERVAL = 5000

/**
 * Has the server read a device every few seconds while a page is open, and shows each reading at once.
 * @returns milliseconds for `every` of `useReading`; undefined while live updates are paused (WCAG 2.2.2)
 */
export function useWatch(hardwareId: number | undefined): number | undefined {
  const paused = useLive().status === 'paused'
  useEffect(() => {
    if (hardwareId === undefined || paused) return
    const key = queryKey(hardwareLive.live, { params: { id: hardwareId } })
    return watchDevice(hardwareId, () => void queryClient.invalidateQueries({ queryKey: key }))
  }, [hardwareId, paused])
  return hardwareId === undefined || paused ? undefined : READ_INTERVAL
}
