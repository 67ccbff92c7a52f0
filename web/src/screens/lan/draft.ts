import { sameValues } from '../../form/normalise.ts'

/** Values of a row or of settings, by the name of their field. */
export type Fields = Record<string, unknown>

export interface Conflict {
  field: string
  /** What stood there when the editing began … */
  before: unknown
  /** … what the device has now … */
  device: unknown
  /** … and what is about to be written. */
  mine: unknown
}

export interface Settled<V extends Fields> {
  /** What the editing starts from: sent along as seen. */
  base: V
  draft: V
  conflicts: Conflict[]
}

/**
 * Brings an edit together with what the device has now. A field that was not touched follows the device; one that was
 * and that the device has changed meanwhile to something else is a conflict, which only the person can settle.
 */
export function settleDraft<V extends Fields>(base: V, draft: V, device: V): Settled<V> {
  const nextBase: Fields = { ...base }
  const nextDraft: Fields = { ...draft }
  const conflicts: Conflict[] = []
  for (const field of Object.keys(device)) {
    if (sameValues(base[field], device[field])) continue
    const touched = !sameValues(base[field], draft[field])
    if (touched && !sameValues(draft[field], device[field])) {
      conflicts.push({ field, before: base[field], device: device[field], mine: draft[field] })
      continue
    }
    nextBase[field] = device[field]
    nextDraft[field] = device[field]
  }
  return { base: nextBase as V, draft: nextDraft as V, conflicts }
}

/** The fields in which `draft` differs from `base`, with their new values. */
export function changesOf<V extends Fields>(base: V, draft: V): Partial<V> {
  const changed: Fields = {}
  for (const field of Object.keys(draft)) if (!sameValues(base[field], draft[field])) changed[field] = draft[field]
  return changed as Partial<V>
}

/**
 * What is sent as seen: the fields that are written, and those that tell the row from others, because a router gives
 * the id of a row that has gone to another one.
 */
export function seenOf<V extends Fields>(row: V, changed: Partial<V>, identity: readonly (keyof V & string)[]): Fields {
  const seen: Fields = {}
  for (const field of [...identity, ...Object.keys(changed)]) if (field in row) seen[field] = row[field]
  return seen
}
