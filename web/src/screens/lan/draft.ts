import { sameValues } from '../../form/normalise.ts'

/** Values of a row or of settings, by field. */
export type RowValues = Record<string, unknown>

export interface Conflict {
  field: string
  /** When editing began. */
  before: unknown
  /** On the device now. */
  device: unknown
  /** In the form. */
  mine: unknown
}

export interface MergedDraft<V extends RowValues> {
  /** The values that editing started from: sent as `seen`. */
  base: V
  draft: V
  conflicts: Conflict[]
}

/**
 * Merges an edit with the current values of the device. An unchanged field takes the device's value; a field that was
 * changed to different values here and on the device is a conflict for the user.
 */
export function mergeDraft<V extends RowValues>(base: V, draft: V, device: V): MergedDraft<V> {
  const nextBase: RowValues = { ...base }
  const nextDraft: RowValues = { ...draft }
  const conflicts: Conflict[] = []
  for (const field of Object.keys(device)) {
    if (sameValues(base[field], device[field])) continue
    const changed = !sameValues(base[field], draft[field])
    if (changed && !sameValues(draft[field], device[field])) {
      conflicts.push({ field, before: base[field], device: device[field], mine: draft[field] })
      continue
    }
    nextBase[field] = device[field]
    nextDraft[field] = device[field]
  }
  return { base: nextBase as V, draft: nextDraft as V, conflicts }
}

/** The fields in which `draft` differs from `base`, with their new values. */
export function changesOf<V extends RowValues>(base: V, draft: V): Partial<V> {
  const changed: RowValues = {}
  for (const field of Object.keys(draft)) if (!sameValues(base[field], draft[field])) changed[field] = draft[field]
  return changed as Partial<V>
}

/**
 * The values sent as `seen`: of the written fields and of those that identify the row, because a router reuses the ids
 * of removed rows.
 */
export function seenOf<V extends RowValues>(
  row: V,
  changed: Partial<V>,
  identity: readonly (keyof V & string)[],
): RowValues {
  const seen: RowValues = {}
  for (const field of [...identity, ...Object.keys(changed)]) if (field in row) seen[field] = row[field]
  return seen
}
