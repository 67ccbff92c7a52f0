import { formatPrefix, tryPrefix } from '@trunkline/contract/net'
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

/** Shortest prefix of each private network: a longer one that begins in it lies in it. */
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
  const prefix = tryPrefix(text)
  if (prefix === undefined)
    throw invalid({ prefix: 'A network with its length and without host bits, for example 10.20.0.0/16.' })
  const written = formatPrefix(prefix)
  const [address = ''] = written.split('/')
  if (!isPrivateAddress(address) || prefix.length < shortest(address))
    throw invalid({
      prefix:
        'This is not within a private network: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7.',
    })
  return written
}

/** The calls of allotted networks: the provider's alone. */
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
        const message = `${wider[0].prefix} is allotted to this company already.`
        throw new AppError('conflict', { message, fields: { prefix: message } })
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
