export interface DeviceUse {
  /** `nas`, `service`, `vpn-dialup` */
  kind: string
  /** Null: it belongs to a company that the reader can't see. */
  name: string | null
}

/** The records that use devices, from the details of a 409: `{ holders: [{ kind, id, name }] }`. */
export function usesOf(details: Record<string, unknown> | undefined): DeviceUse[] {
  const list = details?.holders
  if (!Array.isArray(list)) return []
  return list.flatMap((use: unknown) => {
    if (typeof use !== 'object' || use === null) return []
    const { kind, name } = use as Record<string, unknown>
    return typeof kind === 'string' ? [{ kind, name: typeof name === 'string' ? name : null }] : []
  })
}
