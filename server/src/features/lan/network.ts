import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import { contains, formatPrefix } from '@trunkline/contract/net'
import type { control } from '@trunkline/contract/resources/control'
import type { DhcpNetwork } from '@trunkline/contract/resources/control-shapes'
import { withExpected } from './address.ts'
import { readAddress, readNetwork, type AddressErrors } from './addresses.ts'
import { checkServers } from './dns.ts'
import { throwErrors, checkNotDynamic, type Draft, type DraftContext } from './draft.ts'
import { expectedOf, joined, newValuesOf, plain, valuesOf, type Properties } from './properties.ts'

const menu = 'ip/dhcp-server/network'
const properties: Properties = {
  address: plain('address'),
  gateway: plain('gateway'),
  // 0 is the RouterOS default: the prefix length of the network applies.
  netmask: { name: 'netmask', write: (value: number | null) => String(value ?? 0), silent: true },
  dns_server: joined('dns-server'),
  ntp_server: joined('ntp-server'),
  domain: plain('domain'),
  comment: plain('comment'),
}

type Sent = Omit<Body<typeof control.setNetwork>, 'id' | 'seen'>
type Fields = Omit<Sent, 'dns_server'> & { dns_server?: string[] | undefined }

/** Servers as a list; the API also accepts one comma-separated string. */
const serverList = (sent: string | string[] | undefined): string[] | undefined =>
  typeof sent === 'string' ? sent.split(',').flatMap((one) => one.trim() || []) : sent

function check(sent: Sent, before: DhcpNetwork | undefined, others: readonly DhcpNetwork[]): Fields {
  const errors: AddressErrors = {}
  const { dns_server, ...rest } = sent
  const body: Fields = { ...rest, ...(dns_server !== undefined && { dns_server: serverList(dns_server) }) }
  const address = body.address === undefined ? undefined : readNetwork(errors, 'address', body.address)
  if (address !== undefined) {
    if (address.length === 0) errors['address'] = message('lan.network_too_large')
    const same = others.find((row) => row.address === formatPrefix(address))
    if (same !== undefined) errors['address'] = message('lan.dhcp_network_taken')
  }
  const network = address ?? (before === undefined ? undefined : readNetwork({}, 'address', before.address))
  if (body.gateway != null && body.gateway !== '') {
    const gateway = readAddress(errors, 'gateway', body.gateway)
    // RFC 2131: a client rejects a router that is not on its link.
    if (gateway !== undefined && network !== undefined && !contains(network, { family: 4, value: gateway }))
      errors['gateway'] = message('lan.gateway_outside', { network: formatPrefix(network) })
  }
  if (body.netmask != null && body.netmask !== 0 && network !== undefined && body.netmask > network.length)
    errors['netmask'] = message('field.max', { max: network.length })
  const serverErrors: AddressErrors = {}
  checkServers(serverErrors, 'dns_server', body.dns_server)
  // One string has no list indexes, so the error is reported at the field itself.
  for (const [place, error] of Object.entries(serverErrors))
    errors[typeof dns_server === 'string' ? 'dns_server' : place] = error
  checkServers(errors, 'ntp_server', body.ntp_server)
  throwErrors(errors)
  return address === undefined ? body : { ...body, address: formatPrefix(address) }
}

export async function addNetwork(context: DraftContext, sent: Body<typeof control.addNetwork>): Promise<Draft> {
  const body = check(sent, undefined, (await context.last<DhcpNetwork>(menu)) ?? [])
  const values = newValuesOf(properties, body)
  if (values['netmask'] === '0') delete values['netmask']
  return {
    verb: 'add',
    label: body.address as string,
    change: {
      steps: [{ menu, verb: 'add', values, identifies: { address: body.address as string } }],
      reads: [menu],
    },
  }
}

export async function setNetwork(
  context: DraftContext,
  { id, seen, ...sent }: Body<typeof control.setNetwork>,
): Promise<Draft> {
  const rows = (await context.last<DhcpNetwork>(menu)) ?? []
  const before = rows.find((row) => row.id === id)
  checkNotDynamic(before)
  const body = check(
    sent,
    before,
    rows.filter((row) => row.id !== id),
  )
  return {
    verb: 'set',
    label: body.address ?? before?.address ?? id,
    change: {
      steps: [
        { menu, verb: 'set', id, values: valuesOf(properties, body), ...withExpected(expectedOf(properties, seen)) },
      ],
      reads: [menu],
    },
  }
}

export async function removeNetwork(
  context: DraftContext,
  { id }: Query<typeof control.removeNetwork>,
): Promise<Draft> {
  const before = (await context.last<DhcpNetwork>(menu))?.find((row) => row.id === id)
  checkNotDynamic(before)
  return {
    verb: 'remove',
    label: before?.address ?? id,
    change: {
      steps: [{ menu, verb: 'remove', id, ...withExpected(before && { address: before.address }) }],
      reads: [menu],
    },
  }
}
