const binary: Record<string, number> = { '': 1, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3, Ti: 1024 ** 4 }

/** Bytes: `16777216`, `2048KiB`, `12.5MiB`. */
export function size(value: string | undefined): number | null {
  const found = value === undefined ? null : /^(\d{1,18}(?:\.\d{1,6})?)\s*(?:([KMGT]i)?B)?$/.exec(value)
  if (found === null) return null
  return Math.round(Number(found[1]) * (binary[found[2] ?? ''] ?? 1))
}

const thousands: Record<string, number> = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }

/**
 * Bits per second: `1000000`, `10M`, `512k` of queues and leases, `1Gbps`, `2.5Gbps` of ports, and the first part of
 * rates in the legacy Wi-Fi system, `54Mbps-20MHz/1S/SGI`.
 */
export function rate(value: string | undefined): number | null {
  const found = value === undefined ? null : /^(\d{1,15}(?:\.\d{1,6})?)\s*([kKMG]?)(?:bps(?:-.*)?)?$/.exec(value)
  return found === null ? null : Math.round(Number(found[1]) * (thousands[found[2] ?? ''] ?? 1))
}
