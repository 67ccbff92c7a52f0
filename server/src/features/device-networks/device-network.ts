import { message } from '@trunkline/contract/errors'
import { errorOf, formatPrefix, parsePrefix } from '@trunkline/contract/net'
import { deviceNetworks } from '@trunkline/contract/resources/device-network'
import { sql } from 'kysely'
import { isPrivateAddress } from '../../devices/address-guard.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('device_network as d')
    .innerJoin('company as c', 'c.id', 'd.company_id')
    .select(['d.id', 'd.company_id', 'c.name as company_name', 'd.note', 'd.created_at'])
    .select(sql<string>`d.prefix::text`.as('prefix'))

const source = { rows, owner: null, softDelete: false } as const

/** RFC 1918, RFC 6598, RFC 4193. */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'] as const

/**
 * Prefix length of the private network that contains the address: a longer prefix starting in it is contained in it.
 */
const shortest = (address: string): number =>
  address.includes(':')
    ? 7
    : address.startsWith('10.')
      ? 8
      : address.startsWith('172.')
        ? 12
        : address.startsWith('192.')
          ? 16
          : 10

/** @throws AppError validation_failed at `prefix` */
function readPrivatePrefix(text: string): string {
  const error = errorOf(() => parsePrefix(text))
  if (error !== undefined) throw invalid({ prefix: error })
  const prefix = parsePrefix(text)
  const written = formatPrefix(prefix)
  const [address = ''] = written.split('/')
  if (!isPrivateAddress(address) || prefix.length < shortest(address))
    throw invalid({ prefix: message('ip.not_private', { ranges: privateNetworks }) })
  return written
}

/** Handlers of allotted networks, which only the provider may call. */
export const deviceNetworkHandlers = (deps: Deps): Handlers<typeof deviceNetworks> => ({
  index: indexHandler(deps, deviceNetworks.index, source),

  store: (call) =>
    call.db(async (tx) => {
      const { company_id, note = '' } = call.body
      const prefix = readPrivatePrefix(call.body.prefix)
      const { rows: wider } = await sql<{ prefix: string }>`
        select prefix::text as prefix from device_network where company_id = ${company_id} and prefix >>= ${prefix}::cidr
          order by masklen(prefix) limit 1`.execute(tx)
      if (wider[0] !== undefined) {
        const reason = message('device_network.exists', { prefix: wider[0].prefix })
        throw new AppError('conflict', { reason, fields: { prefix: reason } })
      }
      const { id } = await tx
        .insertInto('device_network')
        .values({ company_id, prefix, note })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { data: { id } }
    }),

  destroy: (call) =>
    call.db(async (tx) => {
      const { rows: gone } = await sql`delete from device_network where id = ${call.params.id} returning id`.execute(tx)
      if (gone.length === 0) throw notFound()
    }),
})
