import type { DhcpLease } from '@trunkline/contract/resources/control-shapes'

const hex = (text: string) => text.replaceAll(/[^0-9a-f]/g, '')

/** Whether a lease has the text in its address, MAC address (in any notation), host name, comment or server. */
export function leaseMatches(row: DhcpLease, search: string): boolean {
  const text = search.trim().toLowerCase()
  if (text === '') return true
  const isMac = /^[0-9a-f:.-]+$/.test(text) && hex(text).length >= 4
  return [row.address, row.active_address, row.mac, row.host_name, row.comment, row.server].some(
    (value) =>
      value?.toLowerCase().includes(text) ||
      (isMac && value === row.mac && hex((value ?? '').toLowerCase()).includes(hex(text))),
  )
}
