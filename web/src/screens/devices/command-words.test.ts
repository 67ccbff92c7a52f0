import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { commandTitle } from './command-words.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

async function translator(lng: 'en' | 'de') {
  const i18n = new Translations(lng, { en: { devices: en }, de: { devices: de } })
  return i18n.t
}
const wifi = { kind: 'wifi' as const, target: 'wifi' }

describe('the title of a command', () => {
  it('names the Wi-Fi network, in the language of the reader', async () => {
    const push = { ...wifi, verb: 'push', label: 'Wi-Fi "Café "am Hafen"": write to the device' }
    expect(commandTitle(push, await translator('en'))).toBe('Apply Wi-Fi network Café "am Hafen"')
    const off = { ...wifi, verb: 'controller', label: 'Wi-Fi "Home": switch the controller off' }
    expect(commandTitle(off, await translator('de'))).toBe('WLAN-Controller von Home deaktivieren')
    const access = { ...wifi, verb: 'access', label: 'Who may join the Wi-Fi of Main building' }
    expect(commandTitle(access, await translator('en'))).toBe('Push Wi-Fi access list')
  })

  it('names an access point and its action once', async () => {
    const of = {
      kind: 'change' as const,
      target: 'wifi/access-point',
      verb: 'disable',
      label: 'Access point hall and 2 others: switch off',
    }
    expect(commandTitle(of, await translator('en'))).toBe('Access point: disable hall and 2 others')
  })
})
