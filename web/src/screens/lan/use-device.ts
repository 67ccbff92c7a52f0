import { useParams, useSearch } from '@tanstack/react-router'
import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useRowCan } from '../../access/can.ts'
import type { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'

export interface SiteDevice {
  siteId: number
  hardwareId: number
  /** Undefined while loading. */
  device: HardwareDevice | undefined
  pending: boolean
  error: ApiError | null
  retry: () => void
  /** The panel has an address and credentials for it; undefined until that is known. */
  managed: boolean | undefined
  /** Loaded and managed: its menus can be read. */
  ready: boolean
  /** Whether the user may call this endpoint for it. */
  may: (endpoint: Endpoint) => boolean
}

/** The device in the page's path, `/site/$id/…/$hardwareId`, or `id`. */
export function useDevice(id?: number): SiteDevice {
  const params = useParams({ strict: false }) as { id?: string; hardwareId?: string }
  const canOn = useRowCan()
  const hardwareId = id ?? Number(params.hardwareId)
  const input = { params: { id: hardwareId } }
  const options = { enabled: Number.isInteger(hardwareId) }
  const record = useCall(hardware.show, input, options)
  const live = useCall(hardwareLive.live, input, options)
  const device = record.data?.data
  // If the state can't be read, the device itself is queried and reports the error.
  const managed = live.error ? true : live.data?.data.is_managed
  return {
    siteId: Number(params.id),
    hardwareId,
    device,
    pending: record.isPending,
    error: record.error,
    managed,
    ready: device !== undefined && managed === true,
    retry: () => void record.refetch(),
    may: (endpoint) =>
      device !== undefined &&
      device.deleted_at === null &&
      canOn(endpoint, { id: device.id, company_id: device.company_id }),
  }
}

/** The router in the search parameter `hardware` of a page; `selected` is false if it names none. */
export function useSelectedDevice(): { device: SiteDevice; selected: boolean } {
  const { hardware: id } = useSearch({ strict: false }) as { hardware?: string }
  const selected = id !== undefined && /^\d+$/.test(id)
  return { device: useDevice(selected ? Number(id) : Number.NaN), selected }
}
