import { sql } from 'kysely'
import type { CompanyType } from '@trunkline/contract/abilities'
import type { Tx } from '@trunkline/server/db/pool'
import { assignAddresses } from '@trunkline/server/features/ipam/assign'
import { destroySubnet, storeRange } from '@trunkline/server/features/ipam/remove'
import { makeCategories, seedProvider, allocate, type Blocks, type Categories, type Wanted } from './blocks.ts'
import type { DemoEvent, PlannedCompany } from './plan.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Sizes of a company's blocks from its parent, as prefix lengths. */
const share: Partial<Record<CompanyType, { cgn: number; inner: number; v6: number }>> = {
  'master-distributor': { cgn: 13, inner: 12, v6: 36 },
  distributor: { cgn: 16, inner: 15, v6: 40 },
  reseller: { cgn: 19, inner: 18, v6: 44 },
}

/** A reseller, and what its networks are made from. */
interface Reseller {
  company: PlannedCompany
  blocks: Blocks
  clients: readonly PlannedCompany[]
  categories: Categories
  /** Its position among the resellers: their sizes differ. */
  nth: number
}

/** Networks of its own routers and access points, with the addresses of its devices. */
async function seedManagement(tx: Tx, { company: of, blocks, categories, nth }: Reseller): Promise<void> {
  const management = await allocate(tx, blocks.inner, {
    length: 21,
    name: 'Management',
    usage_type: 'management',
    category_id: categories.management,
    assign_len: 24,
  })
  const routers = await allocate(tx, management, {
    type: 'network',
    length: 24,
    name: 'Routers',
    vlan: 10,
    assigned: true,
  })
  const points = await allocate(tx, management, {
    type: 'network',
    length: 24,
    name: 'Access points',
    vlan: 20,
    assigned: true,
  })
  for (let device = 1; device <= 4 + (nth % 5); device++) {
    await assignAddresses(tx, {
      subnet_id: routers,
      ip: 'auto',
      dns_name: `r${device}.${of.domain}`,
      note: 'Router',
      mac: `02:00:5e:10:${(nth % 256).toString(16).padStart(2, '0')}:${device.toString(16).padStart(2, '0')}`,
    })
    await assignAddresses(tx, {
      subnet_id: points,
      ip: 'auto',
      dns_name: `ap${device}.${of.domain}`,
      note: 'Access point',
    })
  }
  const { rows } = await sql<{
    lo: string
    hi: string
  }>`select host(net::inet + 200) as lo, host(net::inet + 249) as hi from subnet where id = ${points}`.execute(tx)
  await storeRange(tx, {
    subnet_id: points,
    kind: 'dhcp',
    note: 'New access points',
    ...(rows[0] as { lo: string; hi: string }),
  })
}

/** Networks of customers, one that is held for an offer, and one in quarantine. */
async function seedCustomers(tx: Tx, { blocks, clients, categories, nth }: Reseller): Promise<void> {
  const wan = await allocate(tx, blocks.inner, {
    length: 20,
    name: 'Customers',
    usage_type: 'customer',
    category_id: categories.wan,
    assign_len: 29,
  })
  for (const client of clients) {
    const network = await allocate(tx, wan, {
      type: 'network',
      length: 29,
      company_id: client.id as number,
      name: client.name,
      assigned: true,
    })
    await assignAddresses(tx, {
      subnet_id: network,
      ip: 'auto',
      note: 'Router of the customer',
      dns_name: `cpe.${client.domain}`,
    })
    if (nth % 2 === 0)
      await assignAddresses(tx, { subnet_id: network, ip: 'auto', state: 'reserved', note: 'For the telephone system' })
  }
  await allocate(tx, wan, { type: 'network', length: 28, name: 'Offer to a new customer', hold_days: 7 })
  await destroySubnet(
    tx,
    await allocate(tx, wan, { type: 'network', length: 29, name: 'Former customer', assigned: true }),
  )
}

/** Pools of subscribers; every third reseller has one that is full. */
async function seedPools(tx: Tx, { blocks, categories, nth }: Reseller): Promise<void> {
  const pool = await allocate(tx, blocks.cgn, {
    type: 'pool',
    length: 22,
    name: 'Subscribers',
    usage_type: 'cgn',
    category_id: categories.cgn,
    shared: true,
  })
  await assignAddresses(tx, { subnet_id: pool, ip: 'auto', count: 24 + nth * 5 })
  if (nth % 3 === 0) {
    const full = await allocate(tx, blocks.cgn, {
      type: 'pool',
      length: 28,
      name: 'Hotspots',
      usage_type: 'radius-pool',
      category_id: categories.cgn,
    })
    await assignAddresses(tx, { subnet_id: full, ip: 'auto', count: 15 })
  }
}

/** IPv6: a prefix for each customer, and a network for management. */
async function seedIpv6(tx: Tx, { blocks, clients, categories }: Reseller): Promise<void> {
  const homes = await allocate(tx, blocks.v6, {
    type: 'pool',
    hosts: false,
    length: 48,
    name: 'Homes',
    usage_type: 'prefix-delegation',
    category_id: categories.delegation,
    assign_len: 56,
    policy: 'sparse',
  })
  for (const client of clients)
    await allocate(tx, homes, { length: 56, company_id: client.id as number, name: client.name, assigned: true })
  await allocate(tx, blocks.v6, {
    type: 'network',
    length: 64,
    name: 'Management',
    usage_type: 'management',
    category_id: categories.management,
    vlan: 10,
  })
}

/** A reseller's networks: management, networks for customers, and pools for subscribers. */
async function seedReseller(tx: Tx, of: Reseller): Promise<void> {
  await seedManagement(tx, of)
  await seedCustomers(tx, of)
  await seedPools(tx, of)
  await seedIpv6(tx, of)
}

/** The provider's blocks, from which all others are allocated. */
interface Top {
  categories: Categories
  blocks: Blocks
  /** Public addresses. */
  open: number
}

async function seedTop(tx: Tx, company_id: number): Promise<Top> {
  const categories = await makeCategories(tx, company_id)
  const blocks = {
    cgn: await allocate(tx, null, {
      net: '100.64.0.0/10',
      name: 'Shared addresses',
      usage_type: 'cgn',
      category_id: categories.cgn,
    }),
    inner: await allocate(tx, null, { net: '10.0.0.0/8', name: 'Inner network' }),
    v6: await allocate(tx, null, { net: '2001:db8::/32', name: 'IPv6 allocation', assign_len: 48 }),
  }
  return { categories, blocks, open: await seedProvider(tx, blocks.inner, categories) }
}

/** Delegates blocks down the hierarchy, and fills those of the resellers. */
async function seedBelow(
  tx: Tx,
  live: readonly PlannedCompany[],
  { categories, blocks: own, open }: Top,
): Promise<void> {
  const blocks = new Map<PlannedCompany | null, Blocks>(
    live.filter(({ parent }) => parent === null).map((top) => [top, own]),
  )
  let nth = 0
  for (const company of live) {
    const above = blocks.get(company.parent)
    const lengths = share[company.type]
    if (above === undefined || lengths === undefined) continue
    const given: Wanted = { company_id: company.id as number, name: company.name, assigned: true }
    const mine = {
      cgn: await allocate(tx, above.cgn, { ...given, length: lengths.cgn }),
      inner: await allocate(tx, above.inner, { ...given, length: lengths.inner }),
      v6: await allocate(tx, above.v6, { ...given, length: lengths.v6 }),
    }
    blocks.set(company, mine)
    if (company.type !== 'reseller') continue
    const clients = live.filter(({ parent, type }) => parent === company && type === 'client')
    await seedReseller(tx, { company, blocks: mine, clients, categories, nth })
    if (nth < 28)
      await allocate(tx, open, {
        type: 'network',
        length: 29,
        company_id: company.id as number,
        name: `${company.name}, mail and web`,
        assigned: true,
      })
    nth++
  }
  await sql`select ip_fold(100000)`.execute(tx)
}

/**
 * Address space of the demo's companies, created with the panel's own functions: first the provider's blocks,
 * then delegated ones: networks, partially used pools, holds, and some in quarantine.
 */
export function subnetEvents(companies: readonly PlannedCompany[], now: number): DemoEvent[] {
  const provider = companies[0] as PlannedCompany
  const by = provider.users[0] ?? null
  let top: Top | undefined
  return [
    {
      at: provider.created + day / 4,
      by,
      write: async (tx) => {
        top = await seedTop(tx, provider.id as number)
      },
    },
    {
      at: now - 15 * minute,
      by,
      write: async (tx) => {
        const live = companies.filter(({ state }) => state === undefined)
        if (top !== undefined) await seedBelow(tx, live, top)
      },
    },
  ]
}
