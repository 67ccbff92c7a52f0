import { message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import { tryAddress } from '@trunkline/contract/net'
import type { DnsSetting } from '@trunkline/contract/reasons/device'
import type { control } from '@trunkline/contract/resources/control'
import { withExpected } from './address.ts'
import type { AddressErrors } from './addresses.ts'
import { throwErrors, type Draft } from './draft.ts'
import { duration, expectedOf, flag, joined, plain, valuesOf, type Properties } from './properties.ts'

const menu = 'ip/dns'
const properties: Properties = {
  servers: joined('servers'),
  allow_remote_requests: flag('allow-remote-requests'),
  // KiB: https://help.mikrotik.com/docs/spaces/ROS/pages/37748767/DNS
  cache_size_kib: { name: 'cache-size', write: (value: number) => value },
  cache_max_ttl_seconds: duration('cache-max-ttl'),
  use_doh_server: plain('use-doh-server'),
  verify_doh_cert: flag('verify-doh-cert'),
}

/** Checks that each server is an IPv4 address and listed once. Errors are keyed by list index. */
export function checkServers(errors: AddressErrors, field: string, servers: readonly string[] | undefined): void {
  servers?.forEach((text, at) => {
    const address = tryAddress(text)
    if (address === undefined) errors[`${field}.${at}`] = message('lan.server_format')
    else if (address.value === 0n) errors[`${field}.${at}`] = message('lan.address_unusable')
    else if (servers.indexOf(text) < at) errors[`${field}.${at}`] = message('field.duplicate')
  })
}

const settings = [
  'servers',
  'allow_remote_requests',
  'cache_size_kib',
  'cache_max_ttl_seconds',
  'use_doh_server',
  'verify_doh_cert',
] as const satisfies (DnsSetting & keyof Body<typeof control.setDns>)[]

/** The menu is a single row, so it is always written with `set`. */
export async function setDns({ seen, ...body }: Body<typeof control.setDns>): Promise<Draft> {
  const errors: AddressErrors = {}
  checkServers(errors, 'servers', body.servers)
  const doh = body.use_doh_server
  if (doh !== undefined && doh !== '' && !(URL.canParse(doh) && new URL(doh).hostname !== ''))
    errors['use_doh_server'] = message('lan.doh_format')
  const named = settings.filter((setting) => body[setting] !== undefined)
  if (named.length === 0) errors['servers'] = message('device.no_change')
  throwErrors(errors)
  const servers = body.servers ?? []
  return {
    verb: 'set',
    label: servers.join(', '),
    notes: servers.length > 0 ? [] : named.map((setting) => message('command_note.dns_setting', { setting })),
    change: {
      steps: [
        {
          menu,
          verb: 'set',
          id: null,
          values: valuesOf(properties, body),
          ...withExpected(expectedOf(properties, seen)),
        },
      ],
      reads: [menu],
    },
  }
}
