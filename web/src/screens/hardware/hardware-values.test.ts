import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { changesBy } from '../../record/changes.ts'
import { modelBody, newModel } from './catalogue-values.ts'
import { dpkError, dpkForm } from './dpk-upload-dialog.tsx'
import { hardwareBody, hardwareChanges, hardwareValues } from './hardware-values.ts'
import { usesOf } from './device-uses.ts'

const values = (more: Partial<ReturnType<typeof hardwareValues>> = {}) => ({
  ...hardwareValues(),
  name: ' Office router ',
  model: 3,
  ...more,
})

describe('the body of a new device', () => {
  it('fits the contract, and has only the fields with a value', () => {
    expect(schemaErrors(hardware.store.body, hardwareBody(values()))).toEqual({})
    expect(hardwareBody(values())).toEqual({ name: 'Office router', model: 3, management_protocol: 'api-ssl' })
    expect(hardwareBody(values({ management_password: 'x y', management_port: ' 8299 ' }))).toMatchObject({
      management_password: 'x y',
      management_port: 8299,
    })
  })

  it('has no owner beside a site, whose company becomes the owner', () => {
    expect(hardwareBody(values({ company_id: 4 }))).toMatchObject({ company_id: 4 })
    expect(hardwareBody(values({ company_id: 4, site_id: 9 }))).not.toHaveProperty('company_id')
    expect(
      hardwareChanges(values({ company_id: 4, version: 2 }), values({ company_id: 5, site_id: 9, version: 2 })),
    ).toEqual({ site_id: 9, version: 2 })
  })

  it('has errors at its fields: name, port, serial number', () => {
    const errors = schemaErrors(
      hardware.store.body,
      hardwareBody(values({ name: ' ', management_port: 'x', serial_number: 'A B' })),
    )
    expect(Object.keys(errors).sort()).toEqual(['management_port', 'name', 'serial_number'])
  })
})

describe('the changes of a device', () => {
  const before = values({ version: 7, company_id: 4, serial_number: 'S1', telephone: '+441234', mac: 'A' })
  it('are the changed fields, null for those that were cleared', () => {
    expect(hardwareChanges(before, { ...before })).toBeUndefined()
    expect(hardwareChanges(before, { ...before, serial_number: ' ', telephone: '' })).toEqual({
      serial_number: null,
      telephone: null,
      version: 7,
    })
  })

  it('keep the stored password, replace it or delete it', () => {
    expect(hardwareChanges(before, { ...before, name: 'x' })).not.toHaveProperty('management_password')
    expect(hardwareChanges(before, { ...before, management_password: 'new' })).toEqual({
      management_password: 'new',
      version: 7,
    })
    expect(hardwareChanges(before, { ...before, remove_password: true })).toEqual({
      management_password: null,
      version: 7,
    })
    // A new password counts more than the removal of the old one.
    expect(hardwareChanges(before, { ...before, remove_password: true, management_password: 'new' })).toMatchObject({
      management_password: 'new',
    })
  })

  it('start from the stored values, without the password', () => {
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

it('a model sends its changes, and has errors at the required fields', () => {
  const changes = changesBy(modelBody)
  const before = { ...newModel(), name: 'hAP', type: 1, manufacturer: 2, radios: ['2.4' as const], version: 3 }
  expect(changes(before, before)).toBeUndefined()
  expect(changes(before, { ...before, radios: ['2.4', '5'], has_lte: true, warranty_months: null })).toEqual({
    radios: ['2.4', '5'],
    has_lte: true,
    warranty_months: 0,
    version: 3,
  })
  expect(Object.keys(schemaErrors(hardwareModels.store.body, modelBody(newModel()))).sort()).toEqual([
    'manufacturer',
    'name',
    'type',
  ])
})

it('a branding package is validated before the upload, and uploaded with its manufacturer', () => {
  expect(dpkError(null)).toBe('none')
  expect(dpkError({ name: 'logo.png', size: 5 })).toBe('kind')
  expect(dpkError({ name: 'brand.DPK', size: 0 })).toBe('empty')
  expect(dpkError({ name: 'brand.dpk', size: 25_000_001 })).toBe('large')
  expect(dpkError({ name: 'brand.dpk', size: 25_000_000 })).toBeUndefined()
  const form = dpkForm({ file: new File(['x'], 'brand.dpk'), manufacturer_id: 4, note: ' ' })
  expect([...form.keys()]).toEqual(['manufacturer_id', 'file'])
})

it('the uses of a device are in the details of a 409, without names of other companies', () => {
  expect(
    usesOf({
      holders: [
        { kind: 'nas', id: 1, name: 'Tower' },
        { kind: 'service', id: null, name: null },
      ],
    }),
  ).toEqual([
    { kind: 'nas', name: 'Tower' },
    { kind: 'service', name: null },
  ])
  expect(usesOf(undefined)).toEqual([])
  expect(usesOf({ holders: 'x' })).toEqual([])
})
