import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import type { control } from '@trunkline/contract/resources/control'
import type { DhcpServer } from '@trunkline/contract/resources/control-shapes'
import { withExpected } from './address.ts'
import type { AddressErrors } from './addresses.ts'
import { throwErrors, checkNotDynamic, type Draft, type DraftContext } from './draft.ts'
import { duration, expectedOf, flag, newValuesOf, plain, valuesOf, type Properties } from './properties.ts'

const menu = 'ip/dhcp-server'
const properties: Properties = {
  name: plain('name'),
  interface: plain('interface'),
  address_pool: plain('address-pool'),
  lease_time_seconds: duration('lease-time'),
  disabled: flag('disabled'),
  comment: plain('comment'),
}

function check(body: { name?: string; interface?: string }, others: readonly DhcpServer[]): void {
  const errors: AddressErrors = {}
  if (body.name !== undefined && others.some(({ name }) => name === body.name))
    errors['name'] = message('lan.name_taken')
  // RouterOS: "failure: can not run two dhcp servers on the same interface". Disabled servers and relays are exempt.
  const same = others.find((row) => row.interface === body.interface && !row.disabled)
  if (body.interface !== undefined && same !== undefined)
    errors['interface'] = message('lan.interface_has_server', { server: same.name })
  throwErrors(errors)
}

const label = (of: { name?: string | undefined; interface?: string | undefined }, id: string) =>
  [of.name ?? id, of.interface].filter(Boolean).join(', ')

export async function addServer(context: DraftContext, body: Body<typeof control.addServer>): Promise<Draft> {
  check(body, (await context.last<DhcpServer>(menu)) ?? [])
  return {
    verb: 'add',
    label: label(body, body.name),
    change: {
      steps: [{ menu, verb: 'add', values: newValuesOf(properties, body), identifies: { name: body.name } }],
      reads: [menu],
    },
  }
}

export async function setServer(
  context: DraftContext,
  { id, seen, ...body }: Body<typeof control.setServer>,
): Promise<Draft> {
  const rows = (await context.last<DhcpServer>(menu)) ?? []
  const before = rows.find((row) => row.id === id)
  checkNotDynamic(before)
  check(
    {
      ...(body.name !== undefined && body.name !== before?.name && { name: body.name }),
      ...(body.interface !== undefined && body.interface !== before?.interface && { interface: body.interface }),
    },
    rows.filter((row) => row.id !== id),
  )
  return {
    verb: 'set',
    label: label({ name: body.name ?? before?.name, interface: body.interface ?? before?.interface }, id),
    change: {
      steps: [
        { menu, verb: 'set', id, values: valuesOf(properties, body), ...withExpected(expectedOf(properties, seen)) },
      ],
      reads: [menu],
    },
  }
}

export async function removeServer(context: DraftContext, { id }: Query<typeof control.removeServer>): Promise<Draft> {
  const before = (await context.last<DhcpServer>(menu))?.find((row) => row.id === id)
  checkNotDynamic(before)
  return {
    verb: 'remove',
    label: label(before ?? {}, id),
    change: {
      steps: [{ menu, verb: 'remove', id, ...withExpected(before && { name: before.name }) }],
      reads: [menu],
    },
  }
}
