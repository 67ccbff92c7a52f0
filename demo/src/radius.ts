import type { NasPurpose, Vendor } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import { allocateSubnets, type SubnetAttributes } from '@trunkline/server/features/ipam/allocate'
import { noAddresses, type RequestedAddresses } from '@trunkline/server/features/services/address-rules'
import { settleAddresses } from '@trunkline/server/features/services/service-addresses'
import type { DemoEvent, PlannedCompany } from './plan.ts'

/** Ids of rows that later events reference, known once they have been written. */
interface Network {
  tariffs: Map<string, number>
  nas: Map<string, number>
  pools: Map<string, number>
  subnets: Record<'fixed' | 'routed' | 'delegated', number>
}

const day = 86_400_000
const idOf = (row: { id?: number }) => row.id as number
const leadOf = (company: PlannedCompany) => company.users[0] ?? null

const bornAt = (at: number) => ({ created_at: new Date(at).toISOString(), updated_at: new Date(at).toISOString() })

interface TariffPlan {
  name: string
  price: string
  download_rate: number
  upload_rate: number
  burst_download_rate?: number
  burst_upload_rate?: number
  burst_seconds?: number
  priority?: number
  quota_bytes?: number
  quota_action?: 'slow' | 'stop'
  slow_download_rate?: number
  slow_upload_rate?: number
  description?: string
}

const gigabyte = 1_000_000_000

/** Tariffs of all companies below the provider. */
const sharedTariffs: TariffPlan[] = [
  { name: 'Home 50', price: '24.90', download_rate: 50_000, upload_rate: 10_000 },
  {
    name: 'Home 100 Boost',
    price: '34.90',
    download_rate: 100_000,
    upload_rate: 20_000,
    burst_download_rate: 150_000,
    burst_upload_rate: 30_000,
    burst_seconds: 12,
  },
  {
    name: 'Business 200',
    price: '79.00',
    download_rate: 200_000,
    upload_rate: 100_000,
    priority: 3,
    description: 'With fixed address and routed network',
  },
  { name: 'Router access', price: '0.00', download_rate: 5_000, upload_rate: 5_000, description: 'For VPN dial-ups' },
]

/** Each reseller's own tariff, which reduces the rate when the quota is used up. */
const ownTariff: TariffPlan = {
  name: 'Fair Use 30',
  price: '14.90',
  download_rate: 30_000,
  upload_rate: 6_000,
  quota_bytes: 300 * gigabyte,
  quota_action: 'slow',
  slow_download_rate: 2_000,
  slow_upload_rate: 1_000,
}

/** An hour between two reports of a session: a session without a NAS stays online for that time. */
const interim = 3600

async function writeTariff(
  tx: Tx,
  company: PlannedCompany,
  plan: TariffPlan,
  currency: string,
  at: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('tariff')
    .values({ ...plan, company_id: idOf(company), currency, interim_seconds: interim, ...bornAt(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function createSubnet(tx: Tx, net: string, attributes: SubnetAttributes): Promise<number> {
  const [created] = await allocateSubnets(tx, { parent_id: null, net, attributes })
  return created?.id as number
}

/**
 * The subscribers' part of the carrier-grade space (RFC 6598) and of the documentation prefix, shared with all
 * descendants.
 */
async function writeSubnets(tx: Tx, network: Network): Promise<void> {
  const shared = true
  await createSubnet(tx, '100.124.0.0/14', { type: 'container', name: 'Subscribers', usage_type: 'cgn', shared })
  network.subnets.fixed = await createSubnet(tx, '100.126.0.0/22', {
    type: 'network',
    name: 'Fixed addresses',
    usage_type: 'customer',
    gateway: '100.126.0.1',
    shared,
  })
  network.subnets.routed = await createSubnet(tx, '100.127.0.0/20', {
    type: 'container',
    name: 'Routed networks',
    usage_type: 'customer',
    assign_len: 29,
    shared,
  })
  network.subnets.delegated = await createSubnet(tx, '2001:db8:f000::/40', {
    type: 'container',
    name: 'Delegated prefixes',
    usage_type: 'prefix-delegation',
    assign_len: 56,
    shared,
  })
}

async function writeNas(
  tx: Tx,
  network: Network,
  of: {
    key: string
    company: PlannedCompany
    name: string
    address: string
    vendor: Vendor
    purposes: NasPurpose[]
    region: string
    secret: Buffer
    pool?: string
    at: number
  },
): Promise<void> {
  const { id } = await tx
    .insertInto('nas')
    .values({
      company_id: idOf(of.company),
      name: of.name,
      address: of.address,
      secret: of.secret,
      vendor: of.vendor,
      purposes: of.purposes,
      region: of.region,
      ...bornAt(of.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  network.nas.set(of.key, id)
  if (of.pool === undefined) return
  const subnet_id = await createSubnet(tx, of.pool, {
    type: 'pool',
    name: `Pool ${of.name}`,
    usage_type: 'radius-pool',
    shared: true,
  })
  network.pools.set(of.key, subnet_id)
  await tx.insertInto('nas_pool').values({ nas_id: id, subnet_id, position: 0 }).execute()
}

interface ServicePlan {
  kind: 'service' | 'vpn-dialup'
  company: PlannedCompany
  username: string
  name: string
  tariff: string
  nas: string | undefined
  status: 'pending' | 'active' | 'suspended'
  addresses: (network: Network) => RequestedAddresses
  password: Buffer
}

async function writeService(tx: Tx, network: Network, of: ServicePlan, at: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('service', 'id')) as id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const { kind, username } = of
  const company_id = idOf(of.company)
  const addresses = await settleAddresses(tx, { kind, id, username, company_id }, of.addresses(network), noAddresses)
  await tx
    .insertInto('service')
    .values({
      id,
      kind,
      company_id,
      username,
      name: of.name,
      password: of.password,
      tariff_id: network.tariffs.get(of.tariff) as number,
      nas_id: of.nas === undefined ? null : (network.nas.get(of.nas) as number),
      status: of.status,
      site_id:
        kind === 'service'
          ? sql<number | null>`(select min(w.id) from site w where w.company_id = ${company_id})`
          : null,
      hardware_id:
        kind === 'vpn-dialup'
          ? sql<number | null>`(select min(h.id) from hardware h where h.company_id = ${company_id})`
          : null,
      starts_on: new Date(at).toISOString().slice(0, 10),
      ...bornAt(at),
      ...addresses,
    })
    .execute()
  return id
}

const lines = ['Main line', 'Guest Wi-Fi', 'Tills and cards', 'Back office', 'Cameras']
const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

function servicesOf(company: PlannedCompany, index: number, sealed: (text: string) => Buffer): ServicePlan[] {
  const reseller = company.parent as PlannedCompany
  const password = (n: number) => sealed(`demo-${index}-${n}`)
  const count = 1 + (index % 4)
  const list = Array.from({ length: count }, (_, n): ServicePlan => {
    const name = lines[n] as string
    const fixed = n === 0 && index % 3 === 0
    const routed = fixed && index % 2 === 0
    const own = n > 0 && index % 5 === 2 && reseller.type === 'reseller'
    return {
      kind: 'service',
      company,
      name,
      username: `${slugOf(name)}@${company.domain}`,
      tariff: own
        ? `own ${reseller.domain}`
        : ((fixed ? 'Business 200' : n % 2 === 0 ? 'Home 50' : 'Home 100 Boost') as string),
      nas: undefined,
      status:
        company.state === 'inactive' || (index + n) % 11 === 7
          ? 'suspended'
          : (index + n) % 13 === 5
            ? 'pending'
            : 'active',
      addresses: ({ subnets }) => ({
        ipv4_method: routed ? 'static-network' : fixed ? 'static-address' : n === 4 ? 'nas-decides' : 'pool',
        ...(fixed && { subnet_id: subnets.fixed }),
        ...(routed && { network_subnet_id: subnets.routed }),
        ...(n === 0 && index % 4 < 2 && { ipv6_subnet_id: subnets.delegated }),
      }),
      password: password(n),
    }
  })
  if (index % 2 === 0)
    list.push({
      kind: 'vpn-dialup',
      company,
      name: `Router of ${company.name}`,
      username: `router.${company.domain.replace(/\.example$/, '')}`,
      tariff: 'Router access',
      nas: 'vpn',
      status: company.state === 'inactive' ? 'suspended' : 'active',
      addresses: () => ({ ipv4_method: 'pool' }),
      password: password(9),
    })
  return list
}

/**
 * Tariffs, NAS devices and services of the demo in chronological order: tariffs, NAS devices with their pools, one or
 * more services per client, and dial-ups for their routers.
 * @param sealed encrypts a password or secret as the panel stores it
 */
export function radiusEvents(companies: readonly PlannedCompany[], sealed: (text: string) => Buffer): DemoEvent[] {
  const provider = companies[0] as PlannedCompany
  const network: Network = {
    tariffs: new Map(),
    nas: new Map(),
    pools: new Map(),
    subnets: { fixed: 0, routed: 0, delegated: 0 },
  }
  const early = provider.created + day / 2
  const list: DemoEvent[] = [
    {
      at: early,
      by: leadOf(provider),
      write: async (tx) => {
        await writeSubnets(tx, network)
        for (const plan of sharedTariffs)
          network.tariffs.set(plan.name, await writeTariff(tx, provider, plan, provider.place.currency, early))
        await writeNas(tx, network, {
          key: 'vpn',
          company: provider,
          name: 'VPN concentrator',
          address: '198.18.0.1',
          vendor: 'strongswan',
          purposes: ['vpn'],
          region: provider.place.region,
          secret: sealed('demo-secret-vpn'),
          pool: '100.124.0.0/24',
          at: early,
        })
      },
    },
  ]

  const distributors = companies.filter(({ type, state }) => type === 'distributor' && state === undefined)
  const makers = ['mikrotik', 'mikrotik', 'cisco', 'huawei', 'cambium'] as const
  for (const [i, company] of distributors.entries())
    for (const n of [0, 1])
      list.push({
        at: company.created + (n + 1) * day,
        by: leadOf(company),
        write: (tx) =>
          writeNas(tx, network, {
            key: `${company.domain} ${n}`,
            company,
            name: n === 0 ? `${company.place.city} core` : `${company.place.city} towers`,
            address: `198.18.${i + 1}.${n + 1}`,
            vendor: makers[(2 * i + n) % makers.length] as Vendor,
            purposes: n === 0 ? ['pppoe', 'ipoe'] : ['wireless', 'hotspot'],
            region: company.place.region,
            secret: sealed(`demo-secret-${i}-${n}`),
            pool: `100.125.${2 * i + n}.0/24`,
            at: company.created + (n + 1) * day,
          }),
      })

  for (const reseller of companies.filter(({ type, state }) => type === 'reseller' && state === undefined))
    list.push({
      at: reseller.created + 2 * day,
      by: leadOf(reseller),
      write: async (tx) =>
        void network.tariffs.set(
          `own ${reseller.domain}`,
          await writeTariff(tx, reseller, ownTariff, reseller.place.currency, reseller.created + 2 * day),
        ),
    })

  const clients = companies.filter(({ type, state }) => type === 'client' && state !== 'trashed')
  for (const [index, company] of clients.entries())
    for (const [n, plan] of servicesOf(company, index, sealed).entries()) {
      // Deleted resellers have no tariff of their own.
      if (plan.tariff.startsWith('own') && company.parent?.state !== undefined) continue
      const at = Math.max(company.created + (3 + n) * day, (company.parent?.created ?? 0) + 3 * day)
      list.push({
        at,
        by: leadOf(company.parent as PlannedCompany),
        write: (tx) => writeService(tx, network, plan, at),
      })
    }
  return list
}
