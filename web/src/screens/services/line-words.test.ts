import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import tariffsDe from '../tariffs/texts.de.ts'
import tariffsEn from '../tariffs/texts.en.ts'
import { planWords, type Plan } from './line-words.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

const translations = new Translations('en', {
  en: { services: en, tariffs: tariffsEn },
  de: { services: de, tariffs: tariffsDe },
})

const plan: Plan = {
  tariff: {
    name: 'Home 50',
    price: '24.90',
    currency: 'EUR',
    download_rate: 50_000,
    upload_rate: 10_000,
    quota_bytes: null,
    quota_period: 'month',
    quota_action: 'slow',
    slow_download_rate: null,
    slow_upload_rate: null,
  },
  payment_period: 'monthly',
  auth_method: 'password',
  username: 'anna@north',
  mac: '',
  circuit_id: '',
  remote_id: '',
  nas_name: '',
  calling_station: '',
  simultaneous_use: 1,
  status: 'active',
  starts_on: null,
  ends_on: null,
  ipv4_method: 'pool',
  subnet: '',
  ip: '',
  network_subnet: '',
  network: '',
  network_prefix: null,
  ipv6_subnet: '',
  ipv6_network: '',
  ipv6_prefix: null,
  delegated_ipv6_method: 'none',
  delegated_ipv6_pool: '',
  framed_ipv6_method: 'none',
  framed_ipv6_subnet: '',
  framed_ipv6: '',
  framed_ipv6_prefix: null,
  framed_ipv6_pool: '',
}
const words = (of: Partial<Plan> = {}, language: 'en' | 'de' = 'en') =>
  planWords({ ...plan, ...of }, '2026-11-21', translations.getFixedT(language), language === 'en' ? 'en-GB' : 'de')

describe('a line in plain words', () => {
  it('says tariff, speed, address, login and time', () => {
    expect(words()).toEqual({
      speed: ['Home 50: 50 Mbit/s down, 10 Mbit/s up.', 'As much as the customer likes.', 'It costs €24.90 a month.'],
      address: ['A free IPv4 address from the pools of the NAS at each login.', 'No IPv6 prefix is delegated.'],
      login: ['It logs in as anna@north at any NAS that serves the company.', 'One session at a time.'],
      time: ['From now on, until somebody ends it.'],
    })
  })

  it('says the same in German', () => {
    expect(words({}, 'de')).toEqual({
      speed: [
        'Home 50: 50 Mbit/s Download, 10 Mbit/s Upload.',
        'So viel, wie der Kunde möchte.',
        'Er kostet 24,90\u00A0€ im Monat.',
      ],
      address: [
        'Bei jeder Einwahl eine freie IPv4-Adresse aus den Pools des NAS.',
        'Es wird kein IPv6-Präfix delegiert.',
      ],
      login: [
        'Er wählt sich als anna@north ein, an jedem NAS, der die Firma bedient.',
        'Eine Sitzung zur selben Zeit.',
      ],
      time: ['Ab sofort, bis ihn jemand beendet.'],
    })
  })

  it('follows the method of the address', () => {
    const first = (of: Partial<Plan>) => words(of).address[0]
    expect(first({ subnet: '100.64.0.0/22 Homes' })).toBe('A free IPv4 address of 100.64.0.0/22 Homes at each login.')
    expect(first({ ipv4_method: 'nas-decides' })).toBe('The NAS gives an IPv4 address of its own.')
    expect(first({ ipv4_method: 'static-address' })).toContain('Choose where it is taken from')
    expect(first({ ipv4_method: 'static-address', subnet: '192.0.2.0/24' })).toContain(
      'the next free one of 192.0.2.0/24',
    )
    expect(first({ ipv4_method: 'static-address', subnet: '192.0.2.0/24', ip: '192.0.2.9' })).toBe(
      'Always the IPv4 address 192.0.2.9.',
    )
  })

  it('says which networks are routed to it, or which will be', () => {
    const routed = (of: Partial<Plan>) => words({ ipv4_method: 'static-network', subnet: 'a', ...of }).address
    expect(routed({})[1]).toContain('Choose where it is taken from')
    expect(routed({ network_subnet: '203.0.113.0/24' })[1]).toBe(
      'The next free network of 203.0.113.0/24 is routed to it.',
    )
    expect(routed({ network_subnet: '203.0.113.0/24', network_prefix: 29 })[1]).toContain('The next free /29 of')
    expect(routed({ network: '203.0.113.8/29' })[1]).toBe('The network 203.0.113.8/29 is routed to it.')
    const ipv6 = { delegated_ipv6_method: 'static', ipv6_subnet: '2001:db8::/32' } as const
    expect(words({ ...ipv6, ipv6_prefix: 56 }).address[1]).toContain('The next free IPv6 /56 of 2001:db8::/32')
    expect(words({ ...ipv6, ipv6_network: '2001:db8:1::/56' }, 'de').address[1]).toBe(
      'Das IPv6-Präfix 2001:db8:1::/56 wird an ihn delegiert.',
    )
  })

  it('says until when, seen from today', () => {
    const time = (of: Partial<Plan>, language: 'en' | 'de' = 'en') => words(of, language).time
    expect(time({ ends_on: '2026-12-31' })).toEqual(['From now on; its last day is 31 Dec 2026.'])
    expect(time({ ends_on: '2026-12-31' }, 'de')).toEqual(['Ab sofort; der letzte Tag ist der 31. Dez. 2026.'])
    expect(time({ starts_on: '2026-11-21' })).toEqual(['Since 21 Nov 2026, until somebody ends it.'])
    expect(time({ starts_on: '2026-01-01', ends_on: '2026-12-31' }, 'de')).toEqual([
      'Seit dem 1. Jan. 2026; der letzte Tag ist der 31. Dez. 2026.',
    ])
    expect(time({ starts_on: '2026-11-22' })).toEqual(['From 22 Nov 2026 on, until somebody ends it.'])
    expect(time({ starts_on: '2026-12-01', ends_on: '2026-12-31' })).toEqual([
      'From 1 Dec 2026 to 31 Dec 2026, both days included.',
    ])
    expect(time({ ends_on: '2026-11-20' })).toEqual(['Its last day, 20 Nov 2026, is over: it stays offline.'])
    expect(time({ ends_on: '2026-11-21' })[0]).toContain('its last day')
  })

  it('says first what keeps it offline', () => {
    expect(words({ status: 'suspended' }).time).toHaveLength(2)
    expect(words({ status: 'suspended' }).time[0]).toContain('stays offline')
    expect(words({ status: 'terminated' }).time).toEqual([
      'Terminated: it stays offline, and its addresses have been given back.',
    ])
  })

  it('says what is still missing', () => {
    expect(words({ tariff: undefined }).speed).toEqual(['Choose a tariff: it says how fast the line is.'])
    expect(words({ tariff: undefined, tariff_name: 'Home 50' }).speed).toEqual(['As the tariff Home 50 says.'])
    expect(words({ username: '', nas_name: 'Core 1', calling_station: 'AA:BB', simultaneous_use: 3 }).login).toEqual([
      'It logs in at Core 1 only. Give it a user name.',
      'Only from AA:BB.',
      'Up to 3 sessions at once.',
    ])
  })

  it('says what identifies an IPoE service, and how many sessions it may have', () => {
    expect(
      words({ auth_method: 'mac', mac: 'AA:BB:CC:00:00:01', calling_station: 'x', nas_name: 'BNG' }).login,
    ).toEqual(['It is identified by the MAC address AA:BB:CC:00:00:01 at BNG only.', 'One session at a time.'])
    expect(words({ auth_method: 'mac' }).login[0]).toContain('Enter the address.')
    const option82 = { auth_method: 'option82', nas_name: 'BNG' } as const
    expect(words({ ...option82, circuit_id: 'eth 1/2' }, 'de').login[0]).toBe(
      'Er wird an der Circuit-ID eth 1/2 erkannt, nur an BNG.',
    )
    expect(words({ ...option82, circuit_id: 'eth 1/2', remote_id: 'olt-7' }).login[0]).toContain(
      'circuit ID eth 1/2 and remote ID olt-7',
    )
    expect(words({ ...option82, remote_id: '0x0004' }).login[0]).toContain('remote ID 0x0004')
    expect(words(option82).login[0]).toContain('Enter a circuit ID')
    expect(words({ simultaneous_use: null }).login[1]).toBe('Any number of sessions at once.')
    expect(words({ simultaneous_use: undefined }).login).toHaveLength(1)
  })

  it('says which IPv6 the router gets, and what is delegated', () => {
    const framed = (of: Partial<Plan>) => words(of).address[1]
    const pool = { framed_ipv6_method: 'pool', framed_ipv6_subnet: '2001:db8::/40' } as const
    expect(framed(pool)).toBe('Its router gets a free IPv6 prefix of 2001:db8::/40 at each login.')
    expect(framed({ framed_ipv6_method: 'pool' })).toContain('Choose where')
    const prefix = { framed_ipv6_method: 'static-prefix', framed_ipv6_subnet: '2001:db8::/40' } as const
    expect(framed(prefix)).toContain('the next free one of 2001:db8::/40')
    expect(framed({ ...prefix, framed_ipv6_prefix: 62 })).toContain('the same IPv6 /62')
    expect(framed({ ...prefix, framed_ipv6: '2001:db8:1::/64' })).toContain(
      'always gets the IPv6 prefix 2001:db8:1::/64',
    )
    expect(framed({ framed_ipv6_method: 'static-address', framed_ipv6: '2001:db8::9' })).toContain(
      'always gets the IPv6 address 2001:db8::9',
    )
    expect(framed({ framed_ipv6_method: 'nas-pool', framed_ipv6_pool: 'wan' })).toContain('from its pool wan')
    expect(framed({ framed_ipv6_method: 'nas-pool' })).toContain('Enter its name')
    expect(words({ delegated_ipv6_method: 'nas-pool' }).address[1]).toContain('Enter its name')
    const delegated = (of: Partial<Plan>) => words(of).address[1]
    expect(delegated({ delegated_ipv6_method: 'pool', ipv6_subnet: '2001:db8::/40' })).toContain('at each login')
    expect(delegated({ delegated_ipv6_method: 'nas-pool', delegated_ipv6_pool: 'pd' })).toContain('from its pool pd')
    expect(delegated({ delegated_ipv6_method: 'static' })).toContain('Choose where')
  })
})
