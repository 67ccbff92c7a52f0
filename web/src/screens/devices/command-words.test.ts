import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { commandTitle } from './command-words.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

async function formatIn(lng: 'en' | 'de') {
  const i18n = new Translations(lng, { en: { devices: en }, de: { devices: de } })
  return i18n.t
}
const wifi = { kind: 'wifi' as const, target: 'wifi' }

describe('what a command is about', () => {
  it('names the network of Wi-Fi, in the reader’s language', async () => {
    const push = { ...wifi, verb: 'push', label: 'Wi-Fi "Café "am Hafen"": write to the device' }
    expect(commandTitle(push, await formatIn('en'))).toBe('Write the Wi-Fi network Café "am Hafen"')
    const off = { ...wifi, verb: 'controller', label: 'Wi-Fi "Home": switch the controller off' }
    expect(commandTitle(off, await formatIn('de'))).toBe('Den WLAN-Controller von Home ausschalten')
    const access = { ...wifi, verb: 'access', label: 'Who may join the Wi-Fi of Main building' }
    expect(commandTitle(access, await formatIn('en'))).toBe('Write who may join the Wi-Fi')
  })

  it('says an access point and what is done with it once', async () => {
    const of = {
      kind: 'change' as const,
      target: 'wifi/access-point',
      verb: 'disable',
      label: 'Access point hall and 2 others: switch off',
    }
    expect(commandTitle(of, await formatIn('en'))).toBe('Access point: switch off hall and 2 others')
  })
})
