import { rollouts } from '@trunkline/contract/resources/rollout'
import { expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { formPaths, itemsOf, startItems, type ItemValues } from './change-values.ts'

const errorsOf = (values: ItemValues) =>
  Object.keys(
    formPaths(schemaErrors(rollouts.storeChange.body, { name: 'x', ids: [1], items: itemsOf(values) }), values),
  )

it('sends the selected kinds in the order of the form, with lists', () => {
  expect(
    itemsOf({
      ...startItems,
      kinds: ['address_list', 'dns'],
      dns: { servers: '192.0.2.1, 192.0.2.2', remote_requests: 'no' },
      address_list: { list: 'office', addresses: '192.0.2.0/24\n198.51.100.0/24', mode: 'exact' },
    }),
  ).toEqual([
    { kind: 'dns', servers: ['192.0.2.1', '192.0.2.2'], remote_requests: false },
    { kind: 'address_list', list: 'office', addresses: ['192.0.2.0/24', '198.51.100.0/24'], mode: 'exact' },
  ])
})

it('shows errors at the fields of the form', () => {
  expect(errorsOf({ ...startItems, kinds: [] })).toEqual(['kinds'])
  expect(errorsOf({ ...startItems, kinds: ['ntp'], ntp: { servers: 'time.example.net bad_name' } })).toEqual([
    'ntp.servers.1',
  ])
  expect(
    errorsOf({ ...startItems, kinds: ['dns', 'user'], dns: { servers: '192.0.2.1', remote_requests: 'keep' } }),
  ).toEqual(['user.name'])
})
