import { detectWifi, unlessRejected, wifiStackNames, type Session, type WifiStack } from '@trunkline/routeros'

/**
 * The Wi-Fi systems that `detectWifi` finds in use, and configured controllers that are disabled, so that they can be
 * displayed and enabled again.
 * @throws RouterError
 */
export async function stacksOf(session: Session): Promise<WifiStack[]> {
  const count = async (menu: string) =>
    ((await unlessRejected(session.print(menu, { proplist: ['disabled'] }))) ?? []).length
  const [found, old, rules] = await Promise.all([
    detectWifi(session),
    count('caps-man/configuration'),
    count('interface/wifi/provisioning'),
  ])
  const all = new Set(found)
  if (old > 0) all.add('caps-man')
  if (rules > 0) all.add('wifi-capsman')
  return wifiStackNames.filter((stack) => all.has(stack))
}

export const isController = (stack: WifiStack): boolean => stack === 'caps-man' || stack === 'wifi-capsman'
