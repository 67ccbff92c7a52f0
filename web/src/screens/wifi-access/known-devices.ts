import { useDebouncedValue } from '@mantine/hooks'
import { escapeValue } from '@trunkline/contract/list'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { wifi } from '@trunkline/contract/resources/wifi'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { macSearch } from './mac-text.ts'

/** A device that the site knows: it is on the Wi-Fi now, or has an address. */
export interface KnownDevice {
  mac: string
  name: string | null
  vendor: string | null
  address: string | null
  ssid: string | null
  /** On the Wi-Fi, as of the last reading. */
  isRegistered: boolean
}

const shownAtMost = 25

/** Devices of a site whose name, MAC address or address holds `typed`, those on the Wi-Fi first. */
export function useKnownDevices(siteId: number, typed: string, enabled: boolean) {
  const can = useCan()
  const [text] = useDebouncedValue(macSearch(typed), 250)
  const requested = {
    params: { id: siteId },
    query: { perPage: shownAtMost as 25, ...(text === '' ? {} : { search: escapeValue(text) }) },
  }
  const wireless = useCall(wifi.registrations, requested, { enabled: enabled && can(wifi.registrations) })
  const leases = useCall(siteLive.leases, requested, { enabled: enabled && can(siteLive.leases) })
  const found = new Map<string, KnownDevice>()
  for (const row of wireless.data?.data ?? [])
    found.set(row.mac, {
      mac: row.mac,
      name: row.name,
      vendor: row.vendor,
      address: row.address,
      ssid: row.ssid,
      isRegistered: true,
    })
  for (const row of leases.data?.data ?? [])
    if (row.mac !== null && !found.has(row.mac))
      found.set(row.mac, {
        mac: row.mac,
        name: row.comment ?? row.host_name,
        vendor: null,
        address: row.address,
        ssid: null,
        isRegistered: false,
      })
  return {
    rows: [...found.values()],
    pending: enabled && (wireless.isFetching || leases.isFetching),
    failed: wireless.isError && leases.isError,
  }
}
