import { abilitiesOf } from '@trunkline/contract/abilities'
import { tokenScope } from '@trunkline/contract/resources/account'
import { describe, expect, it } from 'vitest'
import { accessOf, grantsOf, scopesOf } from './scopes.ts'

const provider = grantsOf(abilitiesOf({ company_type: 'simrush', role: 'primary-admin' }))

describe('the scopes of a token', () => {
  it('offer the abilities of the user, without those that only the browser uses', () => {
    const editor = grantsOf(abilitiesOf({ company_type: 'client', role: 'read-only' }))
    expect(editor.find(({ subject }) => subject === 'users')?.actions).toEqual(['view-list', 'view'])
    expect(editor.map(({ subject }) => subject)).not.toContain('tariffs')
    expect(
      editor.flatMap(({ subject, actions }) =>
        actions.map((action) => tokenScope.safeParse(`${subject}:${action}`).success),
      ),
    ).not.toContain(false)
  })

  it('use wildcards for full access and read-only, and are read back as the same choice', () => {
    expect(accessOf(scopesOf('all', [], provider))).toBe('all')
    expect(accessOf(scopesOf('read', [], provider))).toBe('read')
    expect(accessOf(scopesOf('chosen', ['users:view'], provider))).toBe('chosen')
  })

  it('are sent one by one, and by subject only above the maximum of the server', () => {
    expect(scopesOf('chosen', ['users:view', 'users:update'], provider)).toEqual(['users:view', 'users:update'])
    const every = provider.flatMap(({ subject, actions }) => actions.map((action) => `${subject}:${action}`))
    // Longer than the maximum, which the provider's own abilities may not reach.
    const many = [...every, ...Array.from({ length: 101 }, (_, i) => `spare:${i}`)]
    expect(scopesOf('chosen', many, provider)).toEqual(provider.map(({ subject }) => `${subject}:*`))
    expect(
      scopesOf(
        'chosen',
        many.filter((scope) => scope !== 'users:view'),
        provider,
      ),
    ).toContain('users:update')
  })
})
