import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { changesOf, modelBody, modelValues } from './catalogue-values.ts'
import { dpkFault, dpkForm } from './dpk-dialog.tsx'
import { hardwareBody, hardwareChanges, hardwareValues } from './hardware-values.ts'
import { holdersOf } from './holders.ts'

const values = (more: Partial<ReturnType<typeof hardwareValues>> = {}) => ({
  ...hardwareValues(),
  name: ' Office router ',
  model: 3,
  ...more,
})

describe('a device that is sent', () => {
  it('fits the contract, and holds only what was filled in', () => {
    expect(schemaErrors(hardware.store.body, hardwareBody(values()))).toEqual({})
    expect(hardwareBody(values())).toEqual({ name: 'Office router', model: 3, management_protocol: 'api-ssl' })
    expect(hardwareBody(values({ management_password: 'x y', management_port: ' 8299 ' }))).toMatchObject({
      management_password: 'x y',
      management_port: 8299,
    })
  })

  it('belongs to the company of its site, whoever was chosen before', () => {
    expect(hardwareBody(values({ company_id: 4 }))).toMatchObject({ company_id: 4 })
    expect(hardwareBody(values({ company_id: 4, site_id: 9 }))).not.toHaveProperty('company_id')
    expect(
      hardwareChanges(values({ company_id: 4, version: 2 }), values({ company_id: 5, site_id: 9, version: 2 })),
    ).toEqual({ site_id: 9, version: 2 })
  })

  it('is refused at its fields: name, port, serial number', () => {
    const errors = schemaErrors(
      hardware.store.body,
      hardwareBody(values({ name: ' ', management_port: 'x', serial_number: 'A B' })),
    )
    expect(Object.keys(errors).sort()).toEqual(['management_port', 'name', 'serial_number'])
  })
})

describe('a changed device', () => {
  const before = values({ version: 7, company_id: 4, serial_number: 'S1', telephone: '+441234', mac: 'A' })
  it('sends what changed, and what was emptied as nothing', () => {
    expect(hardwareChanges(before, { ...before })).toBeUndefined()
    expect(hardwareChanges(before, { ...before, serial_number: ' ', telephone: '' })).toEqual({
      serial_number: null,
      telephone: null,
      version: 7,
    })
  })

  it('leaves the kept password alone, replaces it, or takes it away', () => {
    expect(hardwareChanges(before, { ...before, name: 'x' })).not.toHaveProperty('management_password')
    expect(hardwareChanges(before, { ...before, management_password: 'new' })).toEqual({
      management_password: 'new',
      version: 7,
    })
    expect(hardwareChanges(before, { ...before, remove_password: true })).toEqual({
      management_password: null,
      version: 7,
    })
    // Whoever types a new one has not meant to be without.
    expect(hardwareChanges(before, { ...before, remove_password: true, management_password: 'new' })).toMatchObject({
      management_password: 'new',
    })
  })

  it('starts from what is kept, without a password', () => {
    const device = {
      name: 'r1',
      management: { address: '198.51.100.7', protocol: 'rest', port: null, user: 'panel', has_password: true },
    } as unknown as HardwareDevice
    expect(hardwareValues(device)).toMatchObject({
      management_address: '198.51.100.7',
      management_protocol: 'rest',
      management_port: '',
      management_password: '',
    })
  })
})

it('a model sends its changes alone, and says which choice is missing', () => {
  const before = modelBody({ ...modelValues(), name: 'hAP', type: 1, manufacturer: 2, radios: ['2.4'] })
  expect(changesOf(before, before, 3)).toBeUndefined()
  expect(changesOf(before, { ...before, radios: ['2.4', '5'], has_lte: true }, 3)).toEqual({
    radios: ['2.4', '5'],
    has_lte: true,
    version: 3,
  })
  expect(Object.keys(schemaErrors(hardwareModels.store.body, modelBody(modelValues()))).sort()).toEqual([
    'manufacturer',
    'name',
    'type',
  ])
})

it('a branding package is looked at before it is sent, and sent with its manufacturer', () => {
  expect(dpkFault(null)).toBe('none')
  expect(dpkFault({ name: 'logo.png', size: 5 })).toBe('kind')
  expect(dpkFault({ name: 'brand.DPK', size: 0 })).toBe('empty')
  expect(dpkFault({ name: 'brand.dpk', size: 25_000_001 })).toBe('large')
  expect(dpkFault({ name: 'brand.dpk', size: 25_000_000 })).toBeUndefined()
  const form = dpkForm({ file: new File(['x'], 'brand.dpk'), manufacturer_id: 4, note: ' ' })
  expect([...form.keys()]).toEqual(['manufacturer_id', 'file'])
})

it('what keeps a device is read out of a refusal, and what belongs to others has no name', () => {
  expect(
    holdersOf({
      holders: [
        { kind: 'nas', id: 1, name: 'Tower' },
        { kind: 'service', id: null, name: null },
      ],
    }),
  ).toEqual([
    { kind: 'nas', name: 'Tower' },
    { kind: 'service', name: null },
  ])
  expect(holdersOf(undefined)).toEqual([])
  expect(holdersOf({ holders: 'x' })).toEqual([])
})
