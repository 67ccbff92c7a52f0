import { useParams } from '@tanstack/react-router'
import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useRowCan } from '../../access/can.ts'
import type { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'

export interface ShownDevice {
  siteId: number
  hardwareId: number
  /** Undefined until it is there. */
  device: HardwareDevice | undefined
  pending: boolean
  error: ApiError | null
  retry: () => void
  /** The panel has what it needs to reach it; undefined until that is known. */
  managed: boolean | undefined
  /** It is there, and the panel can ask it. */
  ready: boolean
  /** Whether the reader may do this on it. */
  may: (endpoint: Endpoint) => boolean
}

/** The device of a page's address, `/site/$id/…/$hardwareId`, or of `given`. */
export function useDevice(given?: number): ShownDevice {
  const params = useParams({ strict: false }) as { id?: string; hardwareId?: string }
  const canOn = useRowCan()
  const hardwareId = given ?? Number(params.hardwareId)
  const requested = { params: { id: hardwareId } }
  const known = { enabled: Number.isInteger(hardwareId) }
  const shown = useCall(hardware.show, requested, known)
  const live = useCall(hardwareLive.live, requested, known)
  const device = shown.data?.data
  // Where it can't be told, asking the device tells.
  const managed = live.error ? true : live.data?.data.is_managed
  return {
    siteId: Number(params.id),
    hardwareId,
    device,
    pending: shown.isPending,
    error: shown.error,
    managed,
    ready: device !== undefined && managed === true,
    retry: () => void shown.refetch(),
    may: (endpoint) =>
      device !== undefined &&
      device.deleted_at === null &&
      canOn(endpoint, { id: device.id, company_id: device.company_id }),
  }
}
