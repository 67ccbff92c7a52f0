import { expect, it } from 'vitest'
import { categoryBody, categoryChanges, categoryValues, ptrExample } from './category-values.ts'

it('sends changed fields and the version', () => {
  const before = { ...categoryValues(), name: 'Customers', ptr_template: '{ip}.example.net', version: 4 }
  expect(categoryChanges(before, { ...before, name: 'Customers ' })).toBeUndefined()
  expect(categoryChanges(before, { ...before, colour: 'teal', ptr_template: '' })).toEqual({
    colour: 'teal',
    ptr_template: null,
    version: 4,
  })
})

it('sends the default for a cleared quarantine, and an owner only if one is chosen', () => {
  expect(categoryBody({ ...categoryValues(), name: 'x', cool_down_days: null })).toMatchObject({ cool_down_days: 30 })
  expect(categoryBody(categoryValues())).not.toHaveProperty('company_id')
  expect(categoryBody({ ...categoryValues(), company_id: 9 })).toMatchObject({ company_id: 9 })
})

it('shows an example of a PTR template', () => {
  expect(ptrExample('{name}-{ip}.net')).toBe('acme-192-0-2-10.net')
})
