import { nas } from '@trunkline/contract/resources/nas'
import { describeResource } from '../../testing/describe-resource.ts'

describeResource('NAS devices', nas, {
  input: (n) => ({
    name: `Tower ${String(n).padStart(3, '0')}`,
    address: `192.0.2.${n}`,
    secret: 'a-secret-of-radius',
    vendor: 'mikrotik',
    purposes: ['pppoe', 'hotspot'],
    region: 'North',
  }),
  change: { name: 'Tower of another name', coa_port: 1700, is_active: false },
  text: 'name',
  filter: 'vendor:mikrotik;region:North',
  bad: [
    { why: 'no name', body: { name: '' }, field: 'name' },
    { why: 'an invalid address', body: { address: '192.0.2.300' }, field: 'address' },
    { why: 'the unspecified address', body: { address: '0.0.0.0' }, field: 'address' },
    { why: 'a multicast address', body: { address: '224.0.0.1' }, field: 'address' },
    { why: 'the broadcast address', body: { address: '255.255.255.255' }, field: 'address' },
    { why: 'a link-local address', body: { address: 'fe80::1' }, field: 'address' },
    { why: 'an IPv6 multicast address', body: { address: 'ff02::1' }, field: 'address' },
    { why: 'a network', body: { address: '192.0.2.0/24' }, field: 'address' },
    { why: 'a short secret', body: { secret: 'short' }, field: 'secret' },
    { why: 'a secret with a backslash', body: { secret: 'back\\slash-in-it' }, field: 'secret' },
    { why: 'an invalid vendor', body: { vendor: 'acme' }, field: 'vendor' },
    { why: 'an invalid purpose', body: { purposes: ['tea'] }, field: 'purposes.0' },
    { why: 'a purpose twice', body: { purposes: ['vpn', 'vpn'] }, field: 'purposes' },
    { why: 'an invalid port', body: { coa_port: 0 }, field: 'coa_port' },
    { why: 'an invalid IPoE identifier', body: { ipoe_identifier: 'tea' }, field: 'ipoe_identifier' },
    { why: 'an empty IPoE password', body: { ipoe_password: '' }, field: 'ipoe_password' },
    { why: 'a pool that does not exist', body: { pool_ids: [4_000_000_000] }, field: 'pool_ids.0' },
    { why: 'an owner that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
  ],
})
