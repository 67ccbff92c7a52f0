import { describe, expect, it } from 'vitest'
import { storedSession } from '../../access/session.ts'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import TwoFactorRequired from './two-factor-required.tsx'

const { api, visit } = screenTests(['panel', 'profile', 'access'], { notices: true })

describe('the page of a user whose company requires a second factor', () => {
  it('leads through the setup, and opens the panel after the recovery codes were shown', async () => {
    api.on('POST /api/auth/two-factor/begin', () => ({
      data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Trunkline:mara?secret=JBSWY3DPEHPK3PXP' },
    }))
    api.on('POST /api/auth/two-factor/confirm', () => ({ data: { recovery_codes: ['abcd-efgh-2345-6789'] } }))
    await visit({ '/x': TwoFactorRequired }, '/x', {})
    await shows('North Reseller requires a second factor')
    await press('Set up now')
    await type('Current password', 'correct horse battery')
    await press('Continue')
    await shows('Scan the QR code')
    await type('Six-digit code', '123456')
    await press('Turn on')
    await shows('abcd-efgh-2345-6789')
    expect(storedSession()?.user.two_factor).toBe(false)
    await press('Done, I saved it')
    await until(() => storedSession()?.user.two_factor === true)
    expect(storedSession()?.user.two_factor_missing).toBe(false)
  })
})
