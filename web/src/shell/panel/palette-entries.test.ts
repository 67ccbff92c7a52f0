import { describe, expect, it } from 'vitest'
import { matching, plain, splitCommand, type PaletteEntry } from './palette-entries.ts'

const entry = (group: PaletteEntry['group'], text: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: text,
  group,
  text,
  run: () => undefined,
  ...more,
})
const entries = [
  entry('screens', 'Companies'),
  entry('screens', 'Company profile'),
  entry('screens', 'Übersicht'),
  entry('screens', 'Wi-Fi', { hidden: true }),
  entry('screens', '802.1X device setup'),
  entry('actions', 'New company'),
  entry('records', 'Nordlicht GmbH'),
]
const texts = (typed: string) => matching(entries, typed).map(({ text }) => text)

describe('the palette', () => {
  it('shows everything but further pages while nothing is typed', () => {
    expect(texts('  ')).toHaveLength(6)
  })
  it('finds by every word, whatever the case and the accents', () => {
    expect(texts('ubersicht')).toContain('Übersicht')
    expect(texts('PROFILE comp')).toEqual(['Company profile', 'Nordlicht GmbH'])
  })
  it.each(['wifi', 'Wi-Fi', 'WI FI', 'wi‑fi'])('finds Wi-Fi by %s', (typed) => {
    expect(texts(typed)).toContain('Wi-Fi')
  })
  it.each(['802.1x', '8021X', '802.1-X'])('finds 802.1X by %s', (typed) => {
    expect(texts(typed)).toContain('802.1X device setup')
  })
  it('finds nothing of its own by punctuation', () => {
    expect(texts('%')).toEqual(['Nordlicht GmbH'])
    expect(plain('Straße & Söhne')).toBe('strasse  sohne')
  })
  it('lets the server decide which records match', () => {
    expect(texts('hrb 12345')).toEqual(['Nordlicht GmbH'])
  })
  it('shows the groups together: pages, actions, records', () => {
    expect(texts('compan')).toEqual(['Companies', 'Company profile', 'New company', 'Nordlicht GmbH'])
  })
})

describe('a command', () => {
  const labels = ['Reboot ', 'New service for ', 'Ports', 'Port VLANs', ' neu starten']
  it.each([
    ['reboot quay router', { head: ['reboot'], rest: 'quay router' }],
    ['quay router reboot', { head: ['reboot'], rest: 'quay router' }],
    ['reb quay', { head: ['reb'], rest: 'quay' }],
    ['New service for Harbour Hotel', { head: ['new', 'service', 'for'], rest: 'Harbour Hotel' }],
    ['new serv 4c:5e:0c:12:ab:cd', { head: ['new', 'serv'], rest: '4c:5e:0c:12:ab:cd' }],
    ['port vlans quay', { head: ['port', 'vlans'], rest: 'quay' }],
    ['quay router neu starten', { head: ['neu', 'starten'], rest: 'quay router' }],
  ])('%s is split from its record', (typed, expected) => {
    expect(splitCommand(typed, labels)).toEqual(expected)
  })
  it.each(['quay router', 'reboot', 're quay', ''])('%j has none', (typed) => {
    expect(splitCommand(typed, labels)).toBeUndefined()
  })
})
