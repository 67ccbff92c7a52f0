import { message } from '@trunkline/contract/errors'
import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { replied } from '../../testing/messages.ts'
import { commandTitle } from './command-words.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

async function translator(lng: 'en' | 'de') {
  const i18n = new Translations(lng, { en: { devices: en }, de: { devices: de } })
  return i18n.t
}
const bare = { others: 0, notes: [] }
const wifi = { ...bare, kind: 'wifi' as const, target: 'wifi' }
const change = { ...bare, kind: 'change' as const }

describe('the title of a command', () => {
  it('names the Wi-Fi network, in the language of the reader', async () => {
    const push = { ...wifi, verb: 'push', label: 'Café "am": Hafen' }
    expect(commandTitle(push, await translator('en'))).toBe('Apply Wi-Fi network Café "am": Hafen')
    const off = { ...wifi, verb: 'disable', label: 'Home' }
    expect(commandTitle(off, await translator('de'))).toBe('WLAN-Controller von Home deaktivieren')
    const access = { ...wifi, verb: 'access', label: 'Main building' }
    expect(commandTitle(access, await translator('en'))).toBe('Push Wi-Fi access list')
    expect(commandTitle({ ...wifi, verb: 'push', label: '' }, await translator('en'))).toBe('Wi-Fi')
  })

  it('names the first of several objects and counts the others', async () => {
    const of = { ...change, target: 'wifi/access-point', verb: 'disable', label: 'hall' }
    expect(commandTitle(of, await translator('en'))).toBe('Access point: disable hall')
    expect(commandTitle({ ...of, others: 2 }, await translator('en'))).toBe('Access point: disable hall and 2 others')
    expect(commandTitle({ ...of, others: 1 }, await translator('de'))).toBe(
      'Access Point: hall und 1 weiterer deaktivieren',
    )
  })

  it('shows a name as it is, whatever it contains', async () => {
    const of = { ...change, target: 'network', verb: 'set', label: 'Network Pool : change' }
    expect(commandTitle(of, await translator('en'))).toBe('Network: change Network Pool : change')
  })

  it('has the notes of the command', async () => {
    const of = {
      ...change,
      target: 'network',
      verb: 'add',
      label: 'office, 10.0.0.1/24',
      notes: [replied('command_note.vlan', { vlan: 20, bridge: 'bridge' }), replied('command_note.outside_networks')],
    }
    expect(commandTitle(of, await translator('en'))).toBe(
      'Network: add office, 10.0.0.1/24 (VLAN 20 on bridge; outside all networks of the device)',
    )
    const dns = {
      ...change,
      target: 'ip/dns',
      verb: 'set',
      label: '',
      notes: [{ ...message('command_note.dns_setting', { setting: 'cache_size_kib' }), message: 'Cache-Größe' }],
    }
    expect(commandTitle(dns, await translator('de'))).toBe('DNS: ändern (Cache-Größe)')
  })
})
