import { sameValues } from '../form/normalise.ts'

/** Empty text is sent as null, and so is a choice that was cleared. */
const emptyAsNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : (value ?? null)

/** The values of a form as a body takes them: empty ones are null; `version` is no field of a record. */
export function sentFields<V extends { version?: number }>({ version: _version, ...fields }: V): Omit<V, 'version'> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, emptyAsNull(value)])) as Omit<
    V,
    'version'
  >
}

/** The fields of a new record that hold something; the server has defaults for the others. */
export const filledFields = <V extends object>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => emptyAsNull(value) !== null)) as Partial<V>

/**
 * The fields in which `after` differs from `before`, as a body takes them. An update names only what changes: a field
 * that the caller may not change is not sent at all, and two people who edit different fields do not undo each other.
 */
export function changedFields<V extends object>(before: V, after: V): Partial<V> {
  const changed = Object.entries(after).filter(([key, value]) => !sameValues(value, before[key as keyof V]))
  return Object.fromEntries(changed.map(([key, value]) => [key, emptyAsNull(value)])) as Partial<V>
}

/**
 * The body of an update by the body of a new record: the fields in which the bodies of two sets of values differ, with
 * the version that they were changed from; undefined where none does. A field that only the second body names is sent,
 * also with nothing in it: so a stored secret is deleted.
 */
export const changesBy =
  <V extends { version: number }, B extends object>(body: (values: V) => B) =>
  (before: V, after: V): (Partial<B> & { version: number }) | undefined => {
    const old = body(before) as Record<string, unknown>
    const changed = Object.entries(body(after)).filter(([key, value]) => !(key in old) || !sameValues(value, old[key]))
    return changed.length === 0 ? undefined : { ...(Object.fromEntries(changed) as Partial<B>), version: after.version }
  }
