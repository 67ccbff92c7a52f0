import { useParams, useSearch } from '@tanstack/react-router'
import { useDevice, type ShownDevice } from './use-device.ts'

/** The site of a page's address, and the router that its search parameter `hardware` names; undefined where it names none. */
export function useChosenDevice(): { siteId: number; of: ShownDevice; chosen: boolean } {
  const { id } = useParams({ strict: false }) as { id?: string }
  const { hardware } = useSearch({ strict: false }) as { hardware?: string }
  const hardwareId = hardware === undefined || !/^\d+$/.test(hardware) ? Number.NaN : Number(hardware)
  return { siteId: Number(id), of: useDevice(hardwareId), chosen: !Number.isNaN(hardwareId) }
}
