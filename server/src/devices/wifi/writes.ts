import type { Session, Values } from '@trunkline/routeros'

/**
 * One write to a device. Rows are identified by ids read just before, profiles by their names; none for a singleton.
 */
export type Write =
  | { verb: 'set'; menu: string; ids: readonly string[]; values: Values }
  | { verb: 'add'; menu: string; values: Values }
  | { verb: 'remove'; menu: string; ids: readonly string[] }

/**
 * Sends writes in order; those that add interfaces in parallel, up to the limit of the session.
 * @throws RouterError of the first that fails
 */
export async function sendWrites(session: Session, writes: readonly Write[]): Promise<void> {
  let beside: Promise<unknown>[] = []
  const settle = async () => {
    const all = beside
    beside = []
    const ends = await Promise.allSettled(all)
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  for (const write of writes) {
    if (write.verb === 'add' && write.values['master-interface'] !== undefined) {
      beside.push(session.add(write.menu, write.values))
      continue
    }
    await settle()
    if (write.verb === 'add') await session.add(write.menu, write.values)
    else if (write.verb === 'remove') await session.remove(write.menu, write.ids)
    else await setRows(session, write.menu, write.ids, write.values)
  }
  await settle()
}

/**
 * Sets the same values for several rows in one request, so that the rows of a network change together; over REST one
 * request per row, which has no alternative.
 */
async function setRows(session: Session, menu: string, ids: readonly string[], values: Values): Promise<void> {
  if (ids.length === 0) return session.set(menu, null, values)
  if (session.transport !== 'rest') return session.set(menu, ids.join(','), values)
  for (const id of ids) await session.set(menu, id, values)
}
