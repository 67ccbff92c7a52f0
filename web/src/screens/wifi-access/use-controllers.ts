import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'

/** The controllers that enforce a site's access list; undefined while loading, and for users who may not view them. */
export function useControllers(siteId: number): readonly WifiController[] | undefined {
  const can = useCan()
  const { data } = useCall(wifi.settings, { params: { id: siteId } }, { enabled: siteId > 0 && can(wifi.settings) })
  return data?.controllers
}

type Capability = 'can_private_passphrase' | 'can_rate' | 'can_days'

/** The names of the devices without a capability. */
export const devicesWithout = (controllers: readonly WifiController[], capability: Capability): string[] => [
  ...new Set(controllers.filter((one) => !one[capability]).map((one) => one.hardware_name)),
]

/** Whether at least one controller has a capability, or they are unknown. */
export const isSupported = (controllers: readonly WifiController[] | undefined, capability: Capability): boolean =>
  controllers === undefined || controllers.some((one) => one[capability])
