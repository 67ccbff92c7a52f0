import { describe, expect, it } from 'vitest'
import { objectPath, personOf } from './audit-objects.ts'

describe('an entry of the audit log', () => {
  it('links to the page of its record, where there is one', () => {
    expect(objectPath({ subject: 'companies', object_id: 5 })).toBe('/company-management/summary/5')
    expect(objectPath({ subject: 'account', object_id: 9 })).toBe('/user-management/details/9')
    expect(objectPath({ subject: 'hardware', object_id: 9 })).toBe('/hardware/9')
    expect(objectPath({ subject: 'hardware-models', object_id: 9 })).toBe('/hardware/models/list?search=id%3A9')
    expect(objectPath({ subject: 'hardware-manufacturers', object_id: 9 })).toBeUndefined()
    expect(objectPath({ subject: 'user-invites', object_id: 9 })).toBeUndefined()
    expect(objectPath({ subject: 'users', object_id: null })).toBeUndefined()
  })

  it('names the person without the address', () => {
    expect(personOf('Ada Lovelace <ada@acme.example>')).toEqual({ name: 'Ada Lovelace', email: 'ada@acme.example' })
    expect(personOf('system')).toEqual({ name: 'system', email: undefined })
  })
})
