import { RouterError, type Row, type Session } from '@trunkline/routeros'
import { readResource } from '../readings/identity.ts'
import type { RouterFacts } from './items.ts'
import { menusOf, type DesiredState } from './rows.ts'

/** Rows of a menu; undefined if the router does not have it. */
async function rowsOf(session: Session, menu: string): Promise<readonly Row[] | undefined> {
  try {
    return await session.print(menu)
  } catch (error) {
    if (
      error instanceof RouterError &&
      error.kind === 'refused' &&
      /no such command|no such directory/i.test(error.message)
    )
      return undefined
    throw error
  }
}

/** What a wanted state depends on beside its items, from the router. @throws RouterError */
export async function readFacts(session: Session, user: string | null): Promise<RouterFacts> {
  const { routeros_version } = await readResource(session)
  return {
    routeros_version: routeros_version ?? '7.0',
    user,
    service: session.transport === 'rest' ? 'www-ssl' : session.transport,
  }
}

/** The menus that a comparison needs, as the router has them now. @throws RouterError */
export async function readMenus(
  session: Session,
  wanted: DesiredState,
): Promise<ReadonlyMap<string, readonly Row[] | undefined>> {
  const rows = new Map<string, readonly Row[] | undefined>()
  for (const menu of menusOf(wanted)) rows.set(menu, await rowsOf(session, menu))
  return rows
}
