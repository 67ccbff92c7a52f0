import { control } from '@trunkline/contract/resources/control'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { addBody, addressShape, dnsShape, leaseShape, networkShape, setBody, valuesOf } from './row-shape.ts'

const network = {
  id: '*1',
  address: '192.168.88.0/24',
  gateway: '192.168.88.1' as string | null,
  netmask: 24 as number | null,
  dns_server: ['192.168.88.1'],
  ntp_server: [],
  domain: 'lan' as string | null,
  dynamic: false,
  comment: null,
}

describe('the body of a change', () => {
  it('has the changed fields and the values they were changed from', () => {
    const base = valuesOf(networkShape, network)
    const body = setBody(networkShape, '*1', base, { ...base, dns_server: ['9.9.9.9'] })
    expect(body).toEqual({
      id: '*1',
      dns_server: ['9.9.9.9'],
      seen: { address: '192.168.88.0/24', dns_server: ['192.168.88.1'] },
    })
    expect(schemaErrors(control.setNetwork.body, body)).toEqual({})
  })

  it('clears a value with null', () => {
    const base = valuesOf(networkShape, network)
    const body = setBody(networkShape, '*1', base, { ...base, gateway: '', domain: ' ', netmask: null })
    expect(body).toMatchObject({ gateway: null, domain: null, netmask: null })
    expect(schemaErrors(control.setNetwork.body, body)).toEqual({})
  })

  it('clears DNS over HTTPS with an empty text', () => {
    const base = { ...dnsShape.empty, use_doh_server: 'https://dns.quad9.net/dns-query' }
    const body = setBody(dnsShape, undefined, base, { ...base, use_doh_server: '' })
    expect(body).toEqual({ use_doh_server: '', seen: { use_doh_server: 'https://dns.quad9.net/dns-query' } })
    expect(schemaErrors(control.setDns.body, body)).toEqual({})
  })
})

describe('the body of a new row', () => {
  it('leaves out empty fields; required ones fail validation', () => {
    const body = addBody(addressShape, { ...addressShape.empty, address: '10.0.0.1/24' })
    expect(body).toEqual({ address: '10.0.0.1/24', interface: '', disabled: false })
    expect(Object.keys(schemaErrors(control.addAddress.body, body))).toEqual(['interface'])
    const lease = addBody(leaseShape, { ...leaseShape.empty, address: '10.0.0.9' })
    expect(Object.keys(schemaErrors(control.addLease.body, lease))).toEqual(['mac'])
  })
})
