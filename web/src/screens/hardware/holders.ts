export interface Holder {
  kind: string
  /** Null: it belongs to a company that the reader does not see. */
  name: string | null
}

/** What keeps devices where they are, out of the details of a 409: `{ holders: [{ kind, id, name }] }`. */
export function holdersOf(details: Record<string, unknown> | undefined): Holder[] {
  const list = details?.holders
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { kind, name } = one as Record<string, unknown>
    return typeof kind === 'string' ? [{ kind, name: typeof name === 'string' ? name : null }] : []
  })
}
