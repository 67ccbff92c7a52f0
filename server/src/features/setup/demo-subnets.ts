import { sql } from 'kysely'
import type { CompanyType } from '@trunkline/contract/abilities'
import type { Tx } from '../../db/pool.ts'
import { allocateSubnets, type SubnetAttributes } from '../ipam/allocate.ts'
import { assignAddresses } from '../ipam/assign.ts'
import { destroySubnet, storeRange } from '../ipam/remove.ts'
import type { PlannedCompany } from './demo-plan.ts'

/** Blocks that a company hands on from: shared addresses, private ones, and IPv6. */
interface Blocks {
  cgn: number
  inner: number
  v6: number
}

type Categories = Record<'wan' | 'management' | 'cgn' | 'infrastructure' | 'delegation', number>

/** How much a company gets of its parent's blocks, as prefix lengths. */
const share: Partial<Record<CompanyType, { cgn: number; inner: number; v6: number }>> = {
  'master-distributor': { cgn: 13, inner: 12, v6: 36 },
  distributor: { cgn: 16, inner: 15, v6: 40 },
  reseller: { cgn: 19, inner: 18, v6: 44 },
}

interface Wanted extends Partial<SubnetAttributes> {
  length?: number
  net?: string
  holder?: number
  assigned?: boolean
  hold_days?: number
}

async function take(
  tx: Tx,
  parent_id: number | null,
  { length, net, holder, assigned, hold_days, ...of }: Wanted,
): Promise<number> {
  const [made] = await allocateSubnets(tx, {
    parent_id,
    net: net ?? 'auto',
    prefix: length,
    company_id: holder,
    state: assigned === true ? 'assigned' : undefined,
    hold_seconds: hold_days === undefined ? undefined : hold_days * 86_400,
    attributes: { type: 'container', ...of },
  })
  return made?.id as number
}

async function makeCategories(tx: Tx, company_id: number): Promise<Categories> {
  const made = async (name: string, values: Record<string, unknown>) => {
    const columns = { company_id, name, ...values }
    const { rows } = await sql<{ id: number }>`
      insert into subnet_category (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))}) values (${sql.join(Object.values(columns))}) returning id`.execute(
      tx,
    )
    return rows[0]?.id as number
  }
  return {
    wan: await made('Customer WAN', {
      colour: 'teal',
      default_unit_v4: 29,
      gateway: 'first',
      cool_down_days: 14,
      description: 'Networks at the customer, routed to its router',
      ptr_template: '{ip}.cust.example.net',
    }),
    management: await made('Management', {
      colour: 'indigo',
      gateway: 'first',
      reserve_first: 4,
      description: 'Routers, switches and access points',
    }),
    cgn: await made('CGN', {
      colour: 'orange',
      cool_down_days: 1,
      description: 'Shared addresses behind carrier-grade NAT (RFC 6598)',
    }),
    infrastructure: await made('Infrastructure', {
      colour: 'grey',
      cool_down_days: 90,
      description: 'Links, loopbacks and servers of our own',
    }),
    delegation: await made('IPv6 PD', {
      colour: 'violet',
      default_unit_v6: 56,
      default_policy: 'sparse',
      description: 'Prefixes delegated to subscribers',
    }),
  }
}

/** What the provider runs itself: links, loopbacks, and the few public addresses that are left. */
async function seedProvider(tx: Tx, inner: number, categories: Categories): Promise<number> {
  const core = await take(tx, inner, {
    net: '10.255.0.0/16',
    name: 'Core network',
    category_id: categories.infrastructure,
    usage_type: 'infrastructure',
    assign_len: 24,
  })
  const links = await take(tx, core, {
    length: 24,
    name: 'Links of the core',
    usage_type: 'point-to-point',
    assign_len: 31,
    policy: 'lowest',
  })
  for (const name of [
    'Leeds – Bristol',
    'Leeds – Birmingham',
    'Bristol – Birmingham',
    'Birmingham – Munich',
    'Munich – Hamburg',
    'Hamburg – Leeds',
  ]) {
    const link = await take(tx, links, { type: 'network', name, length: 31, assigned: true })
    await assignAddresses(tx, { subnet_id: link, ip: 'auto', count: 2, note: name })
  }
  const loopbacks = await take(tx, core, { type: 'pool', length: 28, name: 'Loopbacks', usage_type: 'loopback' })
  for (let router = 1; router <= 15; router++)
    await assignAddresses(tx, { subnet_id: loopbacks, ip: 'auto', dns_name: `lo0.core${router}.example.net` })
  return take(tx, null, {
    net: '203.0.113.0/24',
    name: 'Public IPv4',
    description: 'All that is left of the old allocation',
    usage_type: 'customer',
    category_id: categories.wan,
    assign_len: 29,
  })
}

/** What a reseller runs: its own management, networks for its customers, and pools for its subscribers. */
async function seedReseller(
  tx: Tx,
  of: PlannedCompany,
  blocks: Blocks,
  clients: readonly PlannedCompany[],
  categories: Categories,
  nth: number,
): Promise<void> {
  const management = await take(tx, blocks.inner, {
    length: 21,
    name: 'Management',
    usage_type: 'management',
    category_id: categories.management,
    assign_len: 24,
  })
  const routers = await take(tx, management, { type: 'network', length: 24, name: 'Routers', vlan: 10, assigned: true })
  const points = await take(tx, management, {
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

  const wan = await take(tx, blocks.inner, {
    length: 20,
    name: 'Customers',
    usage_type: 'customer',
    category_id: categories.wan,
    assign_len: 29,
  })
  for (const client of clients) {
    const network = await take(tx, wan, {
      type: 'network',
      length: 29,
      holder: client.id as number,
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
  await take(tx, wan, { type: 'network', length: 28, name: 'Offer to a new customer', hold_days: 7 })
  await destroySubnet(tx, await take(tx, wan, { type: 'network', length: 29, name: 'Former customer', assigned: true }))

  const pool = await take(tx, blocks.cgn, {
    type: 'pool',
    length: 22,
    name: 'Subscribers',
    usage_type: 'cgn',
    category_id: categories.cgn,
    offered: true,
  })
  await assignAddresses(tx, { subnet_id: pool, ip: 'auto', count: 60 + nth * 9 })
  if (nth % 3 === 0) {
    const full = await take(tx, blocks.cgn, {
      type: 'pool',
      length: 28,
      name: 'Hotspots',
      usage_type: 'radius-pool',
      category_id: categories.cgn,
    })
    await assignAddresses(tx, { subnet_id: full, ip: 'auto', count: 15 })
  }
  const homes = await take(tx, blocks.v6, {
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
    await take(tx, homes, { length: 56, holder: client.id as number, name: client.name, assigned: true })
  await take(tx, blocks.v6, {
    type: 'network',
    length: 64,
    name: 'Management',
    usage_type: 'management',
    category_id: categories.management,
    vlan: 10,
  })
}

/**
 * Address space for the companies of the demo, by the functions that the panel itself uses: blocks handed down the
 * hierarchy, networks, pools that are filled in part, holds, and some that rest in quarantine.
 */
export async function seedSubnets(tx: Tx, companies: readonly PlannedCompany[]): Promise<void> {
  const live = companies.filter(({ state, id }) => state === undefined && id !== undefined)
  const provider = live.find(({ parent }) => parent === null)
  if (provider === undefined) return
  const categories = await makeCategories(tx, provider.id as number)
  const blocks = new Map<PlannedCompany, Blocks>()
  blocks.set(provider, {
    cgn: await take(tx, null, {
      net: '100.64.0.0/10',
      name: 'Shared addresses',
      usage_type: 'cgn',
      category_id: categories.cgn,
    }),
    inner: await take(tx, null, { net: '10.0.0.0/8', name: 'Inner network' }),
    v6: await take(tx, null, { net: '2001:db8::/32', name: 'IPv6 allocation', assign_len: 48 }),
  })
  const own = blocks.get(provider) as Blocks
  const open = await seedProvider(tx, own.inner, categories)
  let nth = 0
  for (const company of live) {
    const above = company.parent === null ? undefined : blocks.get(company.parent)
    const lengths = share[company.type]
    if (above === undefined || lengths === undefined) continue
    const given: Wanted = { holder: company.id as number, name: company.name, assigned: true }
    const mine = {
      cgn: await take(tx, above.cgn, { ...given, length: lengths.cgn }),
      inner: await take(tx, above.inner, { ...given, length: lengths.inner }),
      v6: await take(tx, above.v6, { ...given, length: lengths.v6 }),
    }
    blocks.set(company, mine)
    if (company.type !== 'reseller') continue
    const clients = live.filter(({ parent, type }) => parent === company && type === 'client')
    await seedReseller(tx, company, mine, clients, categories, nth)
    if (nth < 28)
      await take(tx, open, {
        type: 'network',
        length: 29,
        holder: company.id as number,
        name: `${company.name}, mail and web`,
        assigned: true,
      })
    nth++
  }
  await sql`select ip_fold(100000)`.execute(tx)
}
