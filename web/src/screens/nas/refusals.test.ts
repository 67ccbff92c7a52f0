import i18next from 'i18next'
import { radiusAddressError } from '@trunkline/contract/radius-address'
import { nas } from '@trunkline/contract/resources/nas'
import { beforeAll, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './texts.de.ts'

beforeAll(() => i18next.init({ lng: 'de', resources: { de: { nas: de } }, interpolation: { escapeValue: false } }))

const german = (message: string) => said(message, i18next.getFixedT('de'))

it('what the contract says of fields, and the server of what is in the way', () => {
  const errors = schemaErrors(nas.store.body, {
    name: 'x',
    address: '192.0.2.1',
    secret: 'short',
    purposes: ['vpn', 'vpn'],
    pool_ids: [3, 3],
    coa_port: 0,
  })
  expect(Object.keys(errors).sort()).toEqual(['coa_port', 'pool_ids', 'purposes', 'secret'])
  for (const message of [
    ...Object.values(errors),
    'Another NAS has this address.',
    'Choose a pool that gives IPv4 addresses.',
    'A client has no NAS devices.',
    '1 service is bound to this NAS. Free them first.',
    '12 services are bound to this NAS. Free them first.',
    'No RADIUS address is configured. Enter the address at which routers reach this server.',
    'Letters, digits and signs of ASCII only.',
    radiusAddressError('localhost') as string,
    radiusAddressError('x') as string,
  ])
    expect(german(message), message).not.toBe(message)
  expect(german('12 services are bound to this NAS. Free them first.')).toContain('12 Dienste')
})
