import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { FileStore, StoredObject } from './file-store.ts'

/** Tables whose rows have an object. */
const owners = sql`(
  select id, object, created_at from attachment union all select id, object, created_at from routeros_package)`

/** Files without an object. */
interface LostFiles {
  count: number
  /** The lowest 20. */
  ids: number[]
}

/** The objects and files of a range of object names. */
interface Comparison {
  /** Objects without a row. */
  orphans: StoredObject[]
  lost: LostFiles
}

/** Those of the objects that no file has. */
export async function withoutRow(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n as name from unnest(${names}::text[]) n
    where not exists (select from attachment a where a.object = n) and not exists (select from routeros_package p where p.object = n)`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

/** Files between two object names whose objects are not among `names`. */
async function withoutObject(
  tx: Tx,
  { after, upTo, names, before }: { after: string; upTo: string; names: readonly string[]; before: Date },
): Promise<LostFiles> {
  const { rows } = await sql<LostFiles>`
    select count(*)::int as count, coalesce((array_agg(a.id order by a.id))[1:20], '{}') as ids from ${owners} a
    where a.object > ${after} and a.object <= ${upTo} and a.created_at < ${before}
      and not exists (select from unnest(${names}::text[]) n where n = a.object)`.execute(tx)
  return rows[0] as LostFiles
}

/**
 * Compares the storage with the rows, range by range of object names, with a transaction for each. Rows that are younger
 * than the comparison do not count: their objects may have been written after they were listed.
 */
export async function* compareFiles(
  store: FileStore,
  system: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): AsyncGenerator<Comparison> {
  const before = await system(async (tx) => {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
    return rows[0]!.now
  })
  let after = ''
  for await (const batch of store.list()) {
    const names = batch.map(({ name }) => name)
    const upTo = names.at(-1)
    if (upTo === undefined) continue
    const range = { after, upTo, names, before }
    yield await system(async (tx) => {
      const orphans = new Set(await withoutRow(tx, names))
      return { orphans: batch.filter(({ name }) => orphans.has(name)), lost: await withoutObject(tx, range) }
    })
    after = upTo
  }
  // No name is greater than this one.
  const range = { after, upTo: 'g', names: [], before }
  yield { orphans: [], lost: await system((tx) => withoutObject(tx, range)) }
}
