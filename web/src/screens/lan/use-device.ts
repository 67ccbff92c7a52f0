import { useParams } from '@tanstack/react-router'
import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type LiveState } from '@trunkline/contract/resources/hardware-live'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useEffect } from 'react'
import { useRowCan } from '../../access/can.ts'
import type { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import { stay, useLeaving } from '../devices/leaving.ts'

export interface PageDevice {
  hardwareId: number
  /** Undefined while loading. */
  device: HardwareDevice | undefined
  /** Its last reading; undefined while loading, and for a device in the trash, which is never read. */
  live: LiveState | undefined
  error: ApiError | null
  retry: () => void
  /** The panel has an address and credentials for it; undefined until that is known. */
  managed: boolean | undefined
  /** Loaded and managed: its menus can be read. */
  ready: boolean
  /** Whether the user may call this endpoint for it. */
  may: (endpoint: Endpoint) => boolean
}

/** The device of the page, `/hardware/$id/…`. */
export function useDevice(): PageDevice {
  const { id } = useParams({ strict: false }) as { id?: string }
  const canOn = useRowCan()
  const hardwareId = Number(id)
  const input = { params: { id: hardwareId } }
  const record = useCall(hardware.show, input)
  const device = record.data?.data
  const isLeaving = useLeaving(hardwareId)
  const isTrashed = device?.deleted_at != null
  // From now on the record says so, also when another user recovers it.
  useEffect(() => {
    if (isTrashed) stay(hardwareId)
  }, [isTrashed, hardwareId])
  const exists = device !== undefined && device.deleted_at === null && !isLeaving
  const live = useCall(hardwareLive.live, input, { enabled: exists, row: hardwareId })
  // If the state can't be read, the device itself is queried and reports the error.
  const managed = !exists ? undefined : live.error && !live.data ? true : live.data?.data.is_managed
  return {
    hardwareId,
    device,
    live: live.data?.data,
    error: device ? null : record.error,
    managed,
    ready: exists && managed === true,
    retry: () => void record.refetch(),
    may: (endpoint) => exists && canOn(endpoint, { id: device.id, company_id: device.company_id }),
  }
}
