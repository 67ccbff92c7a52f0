import { sameValues } from '../form/normalise.ts'

/** Empty text and a cleared choice are sent as null. */
const emptyAsNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : (value ?? null)

/** The values of a form as a body: empty ones are null; `version` is not a field of a record. */
export function sentFields<V extends { version?: number }>({ version: _version, ...fields }: V): Omit<V, 'version'> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, emptyAsNull(value)])) as Omit<
    V,
    'version'
  >
}

/** The non-empty fields of a new record; the server has defaults for the others. */
export const filledFields = <V extends object>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => emptyAsNull(value) !== null)) as Partial<V>

/**
 * The fields in which `after` differs from `before`, as a body. An update has only changed fields: a field that the
 * user can't change is not sent, and two users who edit different fields do not overwrite each other.
 */
export function changedFields<V extends object>(before: V, after: V): Partial<V> {
  const changed = Object.entries(after).filter(([key, value]) => !sameValues(value, before[key as keyof V]))
  return Object.fromEntries(changed.map(([key, value]) => [key, emptyAsNull(value)])) as Partial<V>
}

/**
 * The body of an update from the body of a new record: the fields in which the bodies of two sets of values differ,
 * with the version; undefined without changes. A field that only the second body has is sent, also when it is null:
 * that deletes a stored secret.
 */
export const changesBy =
  <V extends { version: number }, B extends object>(body: (values: V) => B) =>
  (before: V, after: V): (Partial<B> & { version: number }) | undefined => {
    const old = body(before) as Record<string, unknown>
    const changed = Object.entries(body(after)).filter(([key, value]) => !(key in old) || !sameValues(value, old[key]))
    return changed.length === 0 ? undefined : { ...(Object.fromEntries(changed) as Partial<B>), version: after.version }
  }
