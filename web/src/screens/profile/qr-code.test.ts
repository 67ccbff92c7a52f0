import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath } from './qr-code.tsx'

describe('the path of a QR code', () => {
  it('covers the dark modules and no others', () => {
    const { data, size } = encode('otpauth://totp/Trunkline:mara@reseller.example?secret=JBSWY3DPEHPK3PXP', {
      ecc: 'M',
      border: 4,
    })
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
    for (const [, x, y, width] of qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      for (let i = 0; i < Number(width); i++) (drawn[Number(y)] as boolean[])[Number(x) + i] = true
    expect(drawn).toEqual(data)
  })
})
