import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import { describeResource, type Fixture } from '../../testing/describe-resource.ts'
import { createManufacturer, createHardwareType } from '../../testing/hardware/create-catalogue.ts'

const noSuchId = 4_000_000_000

describeResource('types of hardware', hardwareTypes, {
  managedBy: 'provider',
  catalogue: true,
  input: (n) => ({ name: `Type ${String(n).padStart(3, '0')}`, kind: 'switch', description: 'For racks' }),
  change: { kind: 'router', description: null },
  text: 'name',
  filter: 'kind:switch',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'an invalid kind', body: { kind: 'toaster' }, field: 'kind' },
    { why: 'a name of 65 characters', body: { name: 'x'.repeat(65) }, field: 'name' },
  ],
})

describeResource('manufacturers', hardwareManufacturers, {
  managedBy: 'provider',
  catalogue: true,
  input: (n) => ({ name: `Maker ${String(n).padStart(3, '0')}`, website: 'https://maker.example' }),
  change: { support_email: 'help@maker.example', website: null },
  text: 'name',
  filter: 'website:maker.example',
  bad: [
    { why: 'no name', body: { name: '' }, field: 'name' },
    { why: 'a website without its protocol', body: { website: 'maker.example' }, field: 'website' },
    { why: 'a website that is a script', body: { website: 'javascript:alert(1)' }, field: 'website' },
    { why: 'an invalid support address', body: { support_email: 'nobody' }, field: 'support_email' },
  ],
})

let ids: Promise<{ type: number; manufacturer: number }> | undefined
const parts = ({ panel }: Fixture) =>
  (ids ??= panel.sql(async (tx) => ({
    type: await createHardwareType(tx),
    manufacturer: await createManufacturer(tx),
  })))

describeResource('models', hardwareModels, {
  managedBy: 'provider',
  catalogue: true,
  input: async (n, fixture) => ({
    name: `Model ${String(n).padStart(3, '0')}`,
    code: `M-${n}`,
    ...(await parts(fixture)),
    ethernet_ports: 5,
    radios: ['2.4', '5'],
    has_lte: true,
  }),
  change: { warranty_months: 24, radios: [], poe_out_ports: 1 },
  text: 'name',
  filter: 'has_lte:1;ethernet_ports:5',
  bad: [
    { why: 'no name', body: { name: '' }, field: 'name' },
    { why: 'a type that does not exist', body: { type: noSuchId }, field: 'type' },
    { why: 'a manufacturer that does not exist', body: { manufacturer: noSuchId }, field: 'manufacturer' },
    { why: 'a warranty of minus one', body: { warranty_months: -1 }, field: 'warranty_months' },
    { why: 'too many ports', body: { ethernet_ports: 513 }, field: 'ethernet_ports' },
    { why: 'an invalid band', body: { radios: ['3'] }, field: 'radios.0' },
    { why: 'a band twice', body: { radios: ['5', '5'] }, field: 'radios' },
  ],
})
