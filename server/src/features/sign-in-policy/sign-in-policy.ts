import { signInPolicies } from '@trunkline/contract/resources/sign-in-policy'
import { forgetActors } from '../../access/authenticate.ts'
import { rejectWhileImpersonating, requireRecentPassword } from '../../access/guards.ts'
import { changePolicy, readInherited, readPolicy } from '../../access/sign-in-policy.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { loadRow } from '../../http/standard-handlers.ts'

const companies = { table: 'company', owner: 'id' } as const

/** Handlers of the rules for sessions and second factors of a company. */
export const signInPolicyHandlers = ({ databases }: Deps): Handlers<typeof signInPolicies> => ({
  async show({ actor, params, db }) {
    const inherited = await readInherited(databases, params.id)
    return db(async (tx) => {
      await loadRow(tx, actor, companies, signInPolicies.show.access, params.id)
      return { data: await readPolicy(tx, params.id, inherited) }
    })
  },

  async update({ actor, params, body, db, afterCommit }) {
    const inherited = await readInherited(databases, params.id)
    const data = await db(async (tx) => {
      // The lock serialises two first changes.
      const company = await loadRow(tx, actor, companies, signInPolicies.update.access, params.id, { lock: true })
      if (company['deleted_at'] !== null) throw conflict('row.trashed')
      rejectWhileImpersonating(actor)
      await requireRecentPassword(tx, actor)
      return changePolicy(tx, { id: params.id, name: String(company['name']) }, inherited, body)
    })
    afterCommit(() => forgetActors(databases))
    return { data }
  },
})
