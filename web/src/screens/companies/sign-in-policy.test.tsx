import type { SignInPolicy } from '@trunkline/contract/resources/sign-in-policy'
import { beforeEach, describe, expect, it } from 'vitest'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { SignInPolicyDialog } from './sign-in-policy-dialog.tsx'

const inherited = { idle_minutes: 60, absolute_hours: 24, require_two_factor: true }
const policy: SignInPolicy = {
  idle_minutes: null,
  absolute_hours: 12,
  require_two_factor: false,
  version: 3,
  inherited,
  effective: { ...inherited, absolute_hours: 12 },
}

const { api, visit } = screenTests(['panel', 'companies'], { notices: true })
let closed = false
beforeEach(() => {
  closed = false
  api.on('GET /api/company/9/sign-in-policy', () => ({ data: policy }))
})
const Screen = () => <SignInPolicyDialog company={{ id: 9, name: 'North' }} onClose={() => (closed = true)} />

describe('the dialog of sign-in rules', () => {
  it('shows the inherited limits and saves the own ones', async () => {
    let sent: unknown
    api.on('PUT /api/company/9/sign-in-policy', ({ body }) => {
      sent = body
      return { data: { ...policy, idle_minutes: 30, version: 4 } }
    })
    await visit({ '/x': Screen }, '/x', {})
    await shows('Sign-in rules of North')
    await shows('At most 60. Empty: 60 minutes.')
    await shows('A company above already requires it.')
    await type('Unused sessions end after (minutes)', '30')
    await press('Save')
    await until(() => closed)
    expect(sent).toEqual({ idle_minutes: 30, absolute_hours: 12, require_two_factor: false, version: 3 })
  })
})
