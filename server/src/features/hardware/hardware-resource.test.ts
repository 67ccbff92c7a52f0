import { hardware } from '@trunkline/contract/resources/hardware'
import { describeResource, type Fixture } from '../../testing/describe-resource.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'

const noSuchId = 4_000_000_000

let model: Promise<number> | undefined
const modelOf = ({ panel }: Fixture) => (model ??= panel.sql((tx) => createModel(tx, { warranty_months: 12 })))
const tooLate = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10)

describeResource('devices', hardware, {
  input: async (n, fixture) => ({
    name: `Router ${String(n).padStart(3, '0')}`,
    serial_number: `HD0${String(n).padStart(5, '0')}`,
    mac: `4C:5E:0C:01:02:${(n % 256).toString(16).padStart(2, '0')}`,
    comment: 'In the attic',
    model: await modelOf(fixture),
    telephone: '+44 20 7946 0958',
    management_address: '192.0.2.1',
    management_user: 'panel',
    management_password: 'a secret of the router',
  }),
  change: { name: 'Router of another name', comment: null, telephone: '+49301234567' },
  text: 'name',
  filter: 'serial_number:hd0;comment:attic;online_status:unknown;kind:router',
  bad: [
    { why: 'no name', body: { name: '' }, field: 'name' },
    { why: 'no model', body: { model: null }, field: 'model' },
    { why: 'a model that does not exist', body: { model: noSuchId }, field: 'model' },
    { why: 'a serial number with a space', body: { serial_number: 'HD 0' }, field: 'serial_number' },
    { why: 'an invalid MAC address', body: { mac: '4C:5E:0C:01:02' }, field: 'mac' },
    { why: 'a MAC address of mixed notations', body: { mac: '4C:5E:0C-01-02-03' }, field: 'mac' },
    { why: 'a multicast MAC address', body: { mac: '01:00:5E:00:00:01' }, field: 'mac' },
    { why: 'an all-zero MAC address', body: { mac: '000000000000' }, field: 'mac' },
    { why: 'a warranty beyond that of the model', body: { warranty_expiry_at: tooLate }, field: 'warranty_expiry_at' },
    { why: 'an invalid day', body: { warranty_expiry_at: '2026-02-30' }, field: 'warranty_expiry_at' },
    { why: 'an invalid telephone number', body: { telephone: '+44 1' }, field: 'telephone' },
    { why: 'a company that does not exist', body: { company_id: noSuchId }, field: 'company_id' },
    { why: 'a site that does not exist', body: { site_id: noSuchId }, field: 'site_id' },
    { why: 'an address with a port', body: { management_address: '192.0.2.1:8729' }, field: 'management_address' },
    { why: 'an address with its protocol', body: { management_address: 'https://r1' }, field: 'management_address' },
    { why: 'an incomplete address', body: { management_address: '192.0.2' }, field: 'management_address' },
    { why: 'an invalid protocol', body: { management_protocol: 'telnet' }, field: 'management_protocol' },
    { why: 'an invalid port', body: { management_port: 65_536 }, field: 'management_port' },
    { why: 'a SHA-1 fingerprint', body: { pinned_certificate: 'ab'.repeat(20) }, field: 'pinned_certificate' },
    { why: 'a dial-up that does not exist', body: { vpn_dialup_id: noSuchId }, field: 'vpn_dialup_id' },
    { why: 'another type than the model’s', body: { type: noSuchId }, field: 'type' },
  ],
})
