import { maxExportRows, type addressHistory } from '@trunkline/contract/resources/address-history'
import { sql } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { CallRequest, Handlers } from '../../http/call.ts'
import { version } from '../../version.ts'
import { findAddresses, spanOf, type AddressQuestion } from './find-addresses.ts'
import { signedFile, signingKey } from './signing.ts'

/** Start of the oldest month with history: rows that ended before it have been deleted. */
function historySince(months: number, now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString()
}

interface Query extends AddressQuestion {
  reference?: string | undefined
}

/** The parameters of a query for the audit log and the export, without absent ones. */
const parametersOf = ({ address, at, from, to, port }: AddressQuestion) => ({
  address,
  ...(at !== undefined && { at }),
  ...(from !== undefined && { from, to }),
  ...(port !== undefined && { port }),
})

async function* once(text: string) {
  yield text
}

export const addressHistoryHandlers = (deps: Deps): Handlers<typeof addressHistory> => {
  const keys = [deps.config.key, ...deps.config.formerKeys].map(signingKey)

  /** Commits an audit log entry for the query before it is answered: there is no answer without an entry. */
  const record = (
    action: 'query' | 'export',
    call: { actor: Actor; request: CallRequest },
    query: Query,
    rows: number,
  ): Promise<unknown> =>
    withTenant(deps.databases, tenantSettingsOf(call.actor, call.request), { write: true }, (tx) =>
      sql`select audit_event(${action}, 'address-history', null, ${query.address}, ${call.actor.company_id}, null,
        ${JSON.stringify({ ...parametersOf(query), ...(query.reference && { reference: query.reference }), rows })}::jsonb)`.execute(
        tx,
      ),
    )

  return {
    async index(call) {
      const { query } = call
      const span = spanOf(query)
      const { rows, next } = await withTenant(
        deps.databases,
        tenantSettingsOf(call.actor, call.request),
        { write: false },
        (tx) => findAddresses(tx, query, span, query),
      )
      await record('query', call, query, rows.length)
      return { data: rows, next, history_since: historySince(deps.config.radius.historyMonths) }
    },

    async export(call) {
      const { actor, body } = call
      const span = spanOf(body)
      const queried_at = new Date().toISOString()
      const { rows, next, company } = await withTenant(
        deps.databases,
        tenantSettingsOf(actor, call.request),
        { write: false },
        async (tx) => ({
          ...(await findAddresses(tx, body, span, { limit: maxExportRows })),
          company: await tx.selectFrom('company').select('name').where('id', '=', actor.company_id).executeTakeFirst(),
        }),
      )
      await record('export', call, body, rows.length)
      const history_since = historySince(deps.config.radius.historyMonths)
      const missing = [
        ...(next === null ? [] : [`There are more than ${maxExportRows} rows.`]),
        ...(Date.parse(span.since) >= Date.parse(history_since)
          ? []
          : [`Sessions that ended before ${history_since} are no longer stored.`]),
      ]
      const document = {
        type: 'trunkline.address-history.1',
        installation: { url: deps.config.baseUrl, version },
        requester: {
          user_id: actor.user_id,
          name: actor.label,
          ...(actor.impersonator && { acting_for: actor.impersonator.label }),
          company_id: actor.company_id,
          company_name: company?.name ?? null,
        },
        reference: body.reference,
        parameters: parametersOf(body),
        // The caller's company and its descendants; the whole installation for the provider.
        scope: actor.company_type === 'simrush' ? 'installation' : 'company-and-below',
        queried_at,
        history_since,
        complete: missing.length === 0,
        missing,
        row_count: rows.length,
        rows,
      }
      return {
        file: once(signedFile(keys[0] as (typeof keys)[number], document)),
        name: `address-history-${body.reference}-${queried_at.slice(0, 10)}.json`,
        type: 'application/json',
      }
    },

    async publicKey({ query }) {
      const key = query.key === undefined ? keys[0] : keys.find(({ id }) => id === query.key)
      if (key === undefined) throw notFound()
      return {
        file: once(key.publicPem),
        name: `address-history-${key.id}.pem`,
        type: 'application/x-pem-file',
      }
    },
  }
}
