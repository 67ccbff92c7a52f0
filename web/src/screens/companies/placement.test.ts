import { abilitiesOf, type CompanyType } from '@trunkline/contract/abilities'
import { describe, expect, it } from 'vitest'
import { granted } from '../../access/granted.ts'
import { canBeBelow, parentLevels, selectableTypes } from './placement.ts'

const mayAs = (company_type: CompanyType) => {
  const abilities = abilitiesOf({ company_type, role: 'admin' })
  return (ability: Parameters<typeof granted>[1]) => granted(abilities, ability)
}

describe('the position of a company in the hierarchy', () => {
  it('lets the provider choose every type below it', () => {
    expect(selectableTypes(mayAs('simrush'))).toEqual(['master-distributor', 'distributor', 'reseller', 'client'])
  })

  it('lets a reseller choose clients alone, and a client nothing', () => {
    expect(selectableTypes(mayAs('reseller'))).toEqual(['client'])
    expect(selectableTypes(mayAs('client'))).toEqual([])
  })

  it('offers as parents the own level and those between it and the new company', () => {
    expect(parentLevels('client', 'simrush', mayAs('simrush'))).toEqual([
      'simrush',
      'master-distributor',
      'distributor',
      'reseller',
    ])
    expect(parentLevels('reseller', 'master-distributor', mayAs('master-distributor'))).toEqual([
      'master-distributor',
      'distributor',
    ])
    expect(parentLevels('client', 'reseller', mayAs('reseller'))).toEqual(['reseller'])
  })

  it('offers no parent on a level that does not rank above', () => {
    expect(parentLevels('master-distributor', 'simrush', mayAs('simrush'))).toEqual(['simrush'])
    expect(parentLevels('distributor', 'reseller', mayAs('reseller'))).toEqual([])
  })

  it('allows skipped levels, but no company below one of the same type', () => {
    expect(canBeBelow('client', 'simrush')).toBe(true)
    expect(canBeBelow('reseller', 'reseller')).toBe(false)
    expect(canBeBelow('distributor', 'client')).toBe(false)
  })
})
