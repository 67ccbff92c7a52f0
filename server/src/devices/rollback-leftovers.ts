import { confirmRollback, findRollbacks, type Session } from '@trunkline/routeros'

/** The name of a command's rollback on the router. */
export const rollbackName = (command: number): string => `trunkline-${command}`

const commandOf = (name: string): number => Number(/^trunkline-(\d+)$/.exec(name)?.[1] ?? Number.NaN)

/**
 * Removes what earlier rollbacks left on a router: the backup that a restore loaded, and a scheduler entry that could
 * neither run nor be removed, which would undo later changes.
 * @param hasEnded whether no worker processes the command any more
 * @throws RouterError
 */
export async function removeRollbackLeftovers(session: Session, hasEnded: (command: number) => boolean): Promise<void> {
  for (const name of await findRollbacks(session)) if (hasEnded(commandOf(name))) await confirmRollback(session, name)
}
