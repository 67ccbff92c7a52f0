import type { FastifyRequest } from 'fastify'
import { tenantSettingsOf, type Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import { openTenantTransaction, withTenant, type TenantTransaction } from '../db/tenant-transaction.ts'
import type { Deps } from '../deps.ts'

export interface RequestTransaction {
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  afterCommit(effect: () => void): void
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** What a handler may use of its transaction. */
export type HandlerTransaction = Pick<RequestTransaction, 'db' | 'afterCommit'>

/** One transaction per request, opened at its first use. */
export function requestTransaction(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  write: boolean,
): RequestTransaction {
  let transaction: Promise<TenantTransaction> | undefined
  const effects: (() => void)[] = []
  return {
    afterCommit: (effect) => void effects.push(effect),
    async db(work) {
      transaction ??= openTenantTransaction(deps.databases, tenantSettingsOf(actor, request), { write })
      return work((await transaction).tx)
    },
    async commit() {
      await (await transaction?.catch(() => undefined))?.commit()
      for (const effect of effects) effect()
    },
    async rollback() {
      await (await transaction?.catch(() => undefined))?.rollback()
    },
  }
}

/**
 * A separate transaction for each use, ended when `work` returns: a call that waits for a device would otherwise hold a
 * connection for seconds, and a few unreachable devices would exhaust the pool.
 */
export const shortTransactions = (deps: Deps, actor: Actor, request: FastifyRequest): HandlerTransaction => ({
  afterCommit: rejectEffect,
  db: (work) => withTenant(deps.databases, tenantSettingsOf(actor, request), { write: false }, work),
})

/** For calls without a caller. */
export const noTransaction: HandlerTransaction = {
  afterCommit: rejectEffect,
  db: () => Promise.reject(new Error('A public endpoint has no caller and no tenant transaction.')),
}

function rejectEffect(): never {
  throw new Error('This call has no transaction that commits after the handler.')
}
