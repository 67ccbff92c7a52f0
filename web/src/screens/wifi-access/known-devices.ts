import { useDebouncedValue } from '@mantine/hooks'
import { escapeValue } from '@trunkline/contract/list'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { wifi } from '@trunkline/contract/resources/wifi'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { macSearch } from './mac-address.ts'

/** A device known at a site: connected to its Wi-Fi, or with a DHCP lease. */
export interface KnownDevice {
  mac: string
  name: string | null
  vendor: string | null
  address: string | null
  ssid: string | null
  /** Connected at the last reading. */
  isConnected: boolean
}

const maxRows = 25

/** Devices of a site whose name, MAC address or IP address contains `typed`, connected ones first. */
export function useKnownDevices(siteId: number, typed: string, enabled: boolean) {
  const can = useCan()
  const [text] = useDebouncedValue(macSearch(typed), 250)
  const input = {
    params: { id: siteId },
    query: { perPage: maxRows as 25, ...(text === '' ? {} : { search: escapeValue(text) }) },
  }
  const clients = useCall(wifi.registrations, input, { enabled: enabled && can(wifi.registrations) })
  const leases = useCall(siteLive.leases, input, { enabled: enabled && can(siteLive.leases) })
  const found = new Map<string, KnownDevice>()
  for (const row of clients.data?.data ?? [])
    found.set(row.mac, {
      mac: row.mac,
      name: row.name,
      vendor: row.vendor,
      address: row.address,
      ssid: row.ssid,
      isConnected: true,
    })
  for (const row of leases.data?.data ?? [])
    if (row.mac !== null && !found.has(row.mac))
      found.set(row.mac, {
        mac: row.mac,
        name: row.comment ?? row.host_name,
        vendor: null,
        address: row.address,
        ssid: null,
        isConnected: false,
      })
  return {
    rows: [...found.values()],
    pending: enabled && (clients.isFetching || leases.isFetching),
    failed: clients.isError && leases.isError,
  }
}
