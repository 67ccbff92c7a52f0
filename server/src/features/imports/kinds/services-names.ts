import { formatPrefix, parsePrefix, errorOf } from '@trunkline/contract/net'
import { sql } from 'kysely'
import type { Tx } from '../../../db/pool.ts'
import { idsAmong, namesOf, type Names } from '../names.ts'
import { companyReference, named, siteReference, type NamedRow, type Reference } from '../references.ts'

/** Live subnets that the caller may see, by id or by prefix in any notation. */
export const subnetNames = (tx: Tx): Names<NamedRow> =>
  namesOf(async (texts) => {
    const nets = texts.map((text) =>
      errorOf(() => parsePrefix(text)) === undefined ? formatPrefix(parsePrefix(text)) : null,
    )
    const { rows } = await sql<NamedRow & { text: string }>`
      select s.id, w.text from unnest(${texts}::text[], ${nets}::text[]) w(text, net) join subnet s on s.net = w.net::cidr where s.deleted_at is null
      union all
      select s.id, w.id::text from unnest(${idsAmong(texts)}::bigint[]) w(id) join subnet s on s.id = w.id where s.deleted_at is null`.execute(
      tx,
    )
    return rows
  })

/** Columns of a service that refer to rows. */
export const serviceReferences = {
  company: companyReference,
  tariff: {
    field: 'tariff_id',
    kind: 'tariff',
    names: named(sql`select id, name from tariff where deleted_at is null`),
  },
  nas: { field: 'nas_id', kind: 'nas', names: named(sql`select id, name from nas where deleted_at is null`) },
  site: siteReference,
  subnet: { field: 'subnet_id', kind: 'subnet', names: subnetNames },
  network_subnet: { field: 'network_subnet_id', kind: 'subnet', names: subnetNames },
  ipv6_subnet: { field: 'ipv6_subnet_id', kind: 'subnet', names: subnetNames },
} as const satisfies Record<string, Reference>
