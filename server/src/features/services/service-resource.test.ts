import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { describeResource, type Fixture } from '../../testing/describe-resource.ts'

/** A tariff of each test's master-distributor, created at first use. */
const tariffs = new WeakMap<Fixture, Promise<number>>()
function tariffOf(fixture: Fixture): Promise<number> {
  const known = tariffs.get(fixture)
  if (known !== undefined) return known
  const created = fixture.as('master').then(async (call) => {
    const reply = await call('POST', '/network/tariff/store', {
      name: 'Home',
      download_rate: 50_000,
      upload_rate: 10_000,
    })
    return reply.body.data.id as number
  })
  tariffs.set(fixture, created)
  return created
}

const input = async (n: number, fixture: Fixture) => ({
  company_id: fixture.companies.client,
  username: `user-${String(n).padStart(3, '0')}@home.example`,
  password: 'correct horse',
  tariff_id: await tariffOf(fixture),
  payment_period: 'monthly',
})

const common = {
  input,
  change: { name: 'Line of the shop', simultaneous_use: 2, notes: 'Second floor' },
  text: 'username',
  filter: 'status:active;payment_period:monthly',
  bad: [
    { why: 'no user name', body: { username: ' ' }, field: 'username' },
    { why: 'a user name with a space', body: { username: 'a b' }, field: 'username' },
    { why: 'a user name with a backslash', body: { username: 'isp\\user' }, field: 'username' },
    { why: 'no password', body: { password: '' }, field: 'password' },
    { why: 'a password that is too long for RADIUS', body: { password: 'ü'.repeat(65) }, field: 'password' },
    { why: 'a tariff that does not exist', body: { tariff_id: 4_000_000_000 }, field: 'tariff_id' },
    { why: 'a NAS that does not exist', body: { nas_id: 4_000_000_000 }, field: 'nas_id' },
    { why: 'a company that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'a terminated status for a new service', body: { status: 'terminated' }, field: 'status' },
    { why: 'an invalid day', body: { starts_on: '2026-02-30' }, field: 'starts_on' },
    { why: 'an end before the start', body: { starts_on: '2026-05-02', ends_on: '2026-05-01' }, field: 'ends_on' },
    { why: 'a session limit of 0', body: { simultaneous_use: 0 }, field: 'simultaneous_use' },
    { why: 'an invalid method', body: { ipv4_method: 'magic' }, field: 'ipv4_method' },
    { why: 'a static address without a subnet', body: { ipv4_method: 'static-address' }, field: 'subnet_id' },
    { why: 'a routed network without a subnet', body: { ipv4_method: 'static-network' }, field: 'network_subnet_id' },
    { why: 'an invalid address', body: { ip: '10.0.0.256' }, field: 'ip' },
  ],
}

describeResource('services', services, common)
describeResource('VPN dial-ups', vpnDialups, common)
