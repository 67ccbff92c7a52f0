import { describe, expect, it } from 'vitest'
import { canJoinByCode, joinText } from './join-text.ts'

describe('the text of a QR code', () => {
  it('has name and passphrase', () => {
    expect(joinText({ ssid: 'Harbour', encryption: 'wpa3', hidden: false }, 'quay-side-11')).toBe(
      'WIFI:T:WPA;S:Harbour;P:quay-side-11;;',
    )
  })

  it('escapes special characters', () => {
    expect(joinText({ ssid: 'a;b:"c"', encryption: 'wpa2', hidden: false }, String.raw`p\a,ss;word`)).toBe(
      String.raw`WIFI:T:WPA;S:a\;b\:\"c\";P:p\\a\,ss\;word;;`,
    )
  })

  it('marks hidden networks and networks without a passphrase', () => {
    expect(joinText({ ssid: 'Café', encryption: 'owe', hidden: true }, null)).toBe('WIFI:T:nopass;S:Café;H:true;;')
  })

  it('is not offered for enterprise networks', () => {
    expect(canJoinByCode({ encryption: 'wpa2-enterprise' })).toBe(false)
    expect(canJoinByCode({ encryption: 'open' })).toBe(true)
  })
})
