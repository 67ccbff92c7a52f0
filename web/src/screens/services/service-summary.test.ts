import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import tariffsDe from '../tariffs/texts.de.ts'
import tariffsEn from '../tariffs/texts.en.ts'
import { namesOf, summarize, summarySource, type SummarySource } from './service-summary.ts'
import { serviceValues } from './service-values.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

const translations = new Translations('en', {
  en: { services: en, tariffs: tariffsEn },
  de: { services: de, tariffs: tariffsDe },
})

const source: SummarySource = {
  ...serviceValues({ username: 'anna@north' }),
  ...namesOf(undefined),
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
}
const summary = (of: Partial<SummarySource> = {}, language: 'en' | 'de' = 'en') =>
  summarize({ ...source, ...of }, '2026-11-21', translations.getFixedT(language), language === 'en' ? 'en-GB' : 'de')

describe('the summary of a service', () => {
  it('states tariff, speed, address, login and term', () => {
    expect(summary()).toEqual({
      speed: ['Home 50: 50 Mbit/s down, 10 Mbit/s up.', 'No data limit.', '€24.90 per month.'],
      address: ['Dynamic IPv4 address from the pools of the NAS.', 'No delegated IPv6 prefix.'],
      login: ['Logs in as anna@north, on any NAS that serves the company.', 'One session at a time.'],
      time: ['Starts now, no end date.'],
    })
  })

  it('has a German version', () => {
    expect(summary({}, 'de')).toEqual({
      speed: ['Home 50: 50 Mbit/s Download, 10 Mbit/s Upload.', 'Kein Datenlimit.', '24,90\u00A0€ pro Monat.'],
      address: ['Dynamische IPv4-Adresse aus den Pools des NAS.', 'Kein delegiertes IPv6-Präfix.'],
      login: ['Anmeldung als anna@north, an jedem NAS, der die Firma bedient.', 'Eine Sitzung gleichzeitig.'],
      time: ['Ab sofort, unbefristet.'],
    })
  })

  it('follows the method of the address', () => {
    const first = (of: Partial<SummarySource>) => summary(of).address[0]
    expect(first({ subnet: '100.64.0.0/22 Homes' })).toBe('Dynamic IPv4 address from 100.64.0.0/22 Homes.')
    expect(first({ ipv4_method: 'nas-decides' })).toBe('IPv4 address assigned by the NAS.')
    expect(first({ ipv4_method: 'static-address' })).toContain('Select a subnet')
    expect(first({ ipv4_method: 'static-address', subnet: '192.0.2.0/24' })).toContain(
      'the next available in 192.0.2.0/24',
    )
    expect(first({ ipv4_method: 'static-address', subnet: '192.0.2.0/24', ip: '192.0.2.9' })).toBe(
      'Static IPv4 address 192.0.2.9.',
    )
  })

  it('names routed networks, or where they will be allocated', () => {
    const routed = (of: Partial<SummarySource>) =>
      summary({ ipv4_method: 'static-network', subnet: 'a', ...of }).address
    expect(routed({})[1]).toContain('Select a subnet')
    expect(routed({ network_subnet: '203.0.113.0/24' })[1]).toBe(
      'Routed network, the next available in 203.0.113.0/24.',
    )
    expect(routed({ network_subnet: '203.0.113.0/24', network_prefix: 29 })[1]).toContain('the next available /29 in')
    expect(routed({ network: '203.0.113.8/29' })[1]).toBe('Routed network 203.0.113.8/29.')
    const ipv6 = { delegated_ipv6_method: 'static', ipv6_subnet: '2001:db8::/32' } as const
    expect(summary({ ...ipv6, ipv6_prefix: 56 }).address[1]).toContain('the next available /56 in 2001:db8::/32')
    expect(summary({ ...ipv6, ipv6_network: '2001:db8:1::/56' }, 'de').address[1]).toBe(
      'Delegiertes IPv6-Präfix 2001:db8:1::/56.',
    )
  })

  it('states start and end, as of today', () => {
    const time = (of: Partial<SummarySource>, language: 'en' | 'de' = 'en') => summary(of, language).time
    expect(time({ ends_on: '2026-12-31' })).toEqual(['Starts now, ends on 31 Dec 2026.'])
    expect(time({ ends_on: '2026-12-31' }, 'de')).toEqual(['Ab sofort bis 31. Dez. 2026.'])
    expect(time({ starts_on: '2026-11-21' })).toEqual(['Since 21 Nov 2026, no end date.'])
    expect(time({ starts_on: '2026-01-01', ends_on: '2026-12-31' }, 'de')).toEqual([
      'Seit 1. Jan. 2026, bis 31. Dez. 2026.',
    ])
    expect(time({ starts_on: '2026-11-22' })).toEqual(['Starts on 22 Nov 2026, no end date.'])
    expect(time({ starts_on: '2026-12-01', ends_on: '2026-12-31' })).toEqual([
      'From 1 Dec 2026 to 31 Dec 2026 inclusive.',
    ])
    expect(time({ ends_on: '2026-11-20' })).toEqual(['Ended on 20 Nov 2026. Logins are rejected.'])
    expect(time({ ends_on: '2026-11-21' })[0]).toContain('ends on')
  })

  it('begins with the status that rejects logins', () => {
    expect(summary({ status: 'suspended' }).time).toHaveLength(2)
    expect(summary({ status: 'suspended' }).time[0]).toContain('Logins are rejected')
    expect(summary({ status: 'terminated' }).time).toEqual([
      'Terminated. Logins are rejected and its addresses are released.',
    ])
  })

  it('names what is missing', () => {
    expect(summary({ tariff: undefined }).speed).toEqual(['Select a tariff to see speed and price.'])
    expect(summary({ tariff: undefined, tariff_name: 'Home 50' }).speed).toEqual(['Tariff Home 50.'])
    expect(summary({ username: '', nas_name: 'Core 1', calling_station: 'AA:BB', simultaneous_use: 3 }).login).toEqual([
      'Logs in with a user name, on Core 1 only. Enter the user name.',
      'Only from AA:BB.',
      'Up to 3 concurrent sessions.',
    ])
  })

  it('names the identifiers of an IPoE service, and how many sessions it may have', () => {
    expect(
      summary({ auth_method: 'mac', mac: 'AA:BB:CC:00:00:01', calling_station: 'x', nas_name: 'BNG' }).login,
    ).toEqual(['Identified by MAC address AA:BB:CC:00:00:01, on BNG only.', 'One session at a time.'])
    expect(summary({ auth_method: 'mac' }).login[0]).toContain('Enter the address.')
    const option82 = { auth_method: 'option82', nas_name: 'BNG' } as const
    expect(summary({ ...option82, circuit_id: 'eth 1/2' }, 'de').login[0]).toBe(
      'Erkannt an der Circuit-ID eth 1/2, nur am NAS BNG.',
    )
    expect(summary({ ...option82, circuit_id: 'eth 1/2', remote_id: 'olt-7' }).login[0]).toContain(
      'circuit ID eth 1/2 and remote ID olt-7',
    )
    expect(summary({ ...option82, remote_id: '0x0004' }).login[0]).toContain('remote ID 0x0004')
    expect(summary(option82).login[0]).toContain('Enter a circuit ID')
    expect(summary({ unlimited_use: true }).login[1]).toBe('Unlimited concurrent sessions.')
    expect(summary({ simultaneous_use: null }).login).toHaveLength(1)
  })

  it('names the IPv6 of the router, and what is delegated', () => {
    const framed = (of: Partial<SummarySource>) => summary(of).address[1]
    const pool = { framed_ipv6_method: 'pool', framed_ipv6_subnet: '2001:db8::/40' } as const
    expect(framed(pool)).toBe('Dynamic router IPv6 prefix from 2001:db8::/40.')
    expect(framed({ framed_ipv6_method: 'pool' })).toContain('Select a subnet')
    const prefix = { framed_ipv6_method: 'static-prefix', framed_ipv6_subnet: '2001:db8::/40' } as const
    expect(framed(prefix)).toContain('the next available in 2001:db8::/40')
    expect(framed({ ...prefix, framed_ipv6_prefix: 62 })).toContain('the next available /62')
    expect(framed({ ...prefix, framed_ipv6: '2001:db8:1::/64' })).toContain('router IPv6 prefix 2001:db8:1::/64')
    expect(framed({ framed_ipv6_method: 'static-address', framed_ipv6: '2001:db8::9' })).toContain(
      'router IPv6 address 2001:db8::9',
    )
    expect(framed({ framed_ipv6_method: 'nas-pool', framed_ipv6_pool: 'wan' })).toContain('from NAS pool wan')
    expect(framed({ framed_ipv6_method: 'nas-pool' })).toContain('Enter its name')
    expect(summary({ delegated_ipv6_method: 'nas-pool' }).address[1]).toContain('Enter its name')
    const delegated = (of: Partial<SummarySource>) => summary(of).address[1]
    expect(delegated({ delegated_ipv6_method: 'pool', ipv6_subnet: '2001:db8::/40' })).toContain('Dynamic')
    expect(delegated({ delegated_ipv6_method: 'nas-pool', delegated_ipv6_pool: 'pd' })).toContain('from NAS pool pd')
    expect(delegated({ delegated_ipv6_method: 'static' })).toContain('Select a subnet')
  })

  it('takes trimmed values, and only the names of what is selected', () => {
    const values = {
      ...serviceValues({ username: 'anna', ipv4_method: 'static-address', subnet_id: 4 }),
      ip: ' 192.0.2.9 ',
    }
    const names = { ...namesOf(undefined), subnet: '192.0.2.0/24', network_subnet: 'former' }
    expect(summarySource(values, names, {})).toMatchObject({
      ip: '192.0.2.9',
      subnet: '192.0.2.0/24',
      network_subnet: '',
    })
  })
})
