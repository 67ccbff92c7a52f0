import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'

/** The controllers of a site that its list is written to; undefined until they are known, or where the reader may not see them. */
export function useControllers(siteId: number): readonly WifiController[] | undefined {
  const can = useCan()
  const shown = useCall(wifi.settings, { params: { id: siteId } }, { enabled: siteId > 0 && can(wifi.settings) })
  return shown.data?.controllers
}

type Ability = 'can_private_passphrase' | 'can_rate' | 'can_days'

/** Names of the devices that can not do it; all of them where none can. */
export const unableOf = (controllers: readonly WifiController[], what: Ability): string[] => [
  ...new Set(controllers.filter((one) => !one[what]).map((one) => one.hardware_name)),
]

/** Whether at least one can; unknown controllers are asked by the server. */
export const anyCan = (controllers: readonly WifiController[] | undefined, what: Ability): boolean =>
  controllers === undefined || controllers.some((one) => one[what])
