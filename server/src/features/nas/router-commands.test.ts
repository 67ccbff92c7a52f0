import { readFileSync } from 'node:fs'
import { nasPurposes, vendors } from '@trunkline/contract/resources/radius-enums'
import { describe, expect, test } from 'vitest'
import { routerCommands, type RouterSettings } from './router-commands.ts'

const settings: RouterSettings = {
  servers: ['192.0.2.1'],
  auth_port: 1812,
  acct_port: 1813,
  coa_port: 3799,
  secret: 'Paste-Me-Please',
  ipoe_password: null,
  assigns_addresses: false,
  purposes: [...nasPurposes],
  interim: 300,
}
const mikrotik = (more: Partial<RouterSettings> = {}) => routerCommands('mikrotik', { ...settings, ...more })
const lines = (text: string) => text.split('\n')

interface Menu {
  w?: string
  c?: Record<string, string>
  v?: string
  t?: Record<string, string>
}
const menus = JSON.parse(
  readFileSync(new URL('../../../../simulator/src/schema/menus.json', import.meta.url), 'utf8'),
) as Record<string, Menu>
/**
 * Menus that the simulator lacks. Hotspot: terraform-routeros, resource_ip_hotspot_profile.go; dot1x: MikroTik's CLI
 * reference, 2026-08.
 */
const more: Record<string, Menu> = {
  '/ip/hotspot/profile': { v: 'set', w: 'use-radius radius-accounting radius-interim-update' },
  '/interface/dot1x/server': { v: 'add', w: 'interface accounting interim-update auth-types' },
}

/** What RouterOS does not know of a line's menu and properties; empty if it knows all. */
function unknownOf(line: string): string[] {
  const words = (line.match(/(?:"(?:\\.|[^"\\])*"|\[[^\]]*\]|[^\s"[])+/g) ?? []).map(String)
  const at = words.findIndex((word) => /^(add|set)$/.test(word))
  const path = words.slice(0, at).join('/')
  const menu = menus[path] ?? more[path]
  if (menu === undefined) return [`no menu ${path}`]
  const names = (text = '') => text.split(' ').map((name) => name.replace(/@.*/, ''))
  const unknown = names(menu.v).includes(words[at]!) ? [] : [`no command ${words[at]} in ${path}`]
  for (const word of words.slice(at + 1)) {
    if (word.startsWith('[')) continue
    const [name = '', value = ''] = word.split(/=(.*)/s)
    if (!names(menu.w).includes(name)) unknown.push(`no property ${name} in ${path}`)
    const choices = Object.entries(menu.t ?? {}).find(([, of]) => of.split(' ').includes(name))?.[0]
    if (choices?.startsWith('e') && !choices.slice(1).split('|').includes(value)) unknown.push(`${name} is no ${value}`)
    if (choices === 'b' && !['yes', 'no'].includes(value)) unknown.push(`${name} is no ${value}`)
  }
  return unknown
}

describe('RouterOS', () => {
  test('each line, also in comments, has a menu and properties that RouterOS knows', () => {
    const all = lines(mikrotik({ ipoe_password: 'p w', assigns_addresses: true, servers: ['192.0.2.1', 'r2.example'] }))
    const commands = all.map((line) => line.replace(/^# (?=\/)/, '')).filter((line) => line.startsWith('/'))
    expect(commands.length).toBeGreaterThan(15)
    for (const line of commands) expect(unknownOf(line), line).toEqual([])
    for (const line of all) expect(line, line).toMatch(/^(\/|# )/)
    expect(unknownOf('/radius add adress=1')).toEqual(['no property adress in /radius'])
    expect(unknownOf('/ip dhcp-server set [find] use-radius=maybe')).toEqual(['use-radius is no maybe'])
  })

  test('only the last line requires signed replies, below a comment for older versions', () => {
    const all = lines(mikrotik())
    expect(all.at(-1)).toBe('/radius set [find address=192.0.2.1] require-message-auth=yes-for-request-resp')
    expect(all.at(-2)).toMatch(/^# .*before 7\.15/)
    expect(all.filter((line) => line.includes('require-message-auth'))).toHaveLength(1)
  })

  test('two servers are added in order, and a DNS name is resolved when the command is executed', () => {
    const all = lines(mikrotik({ servers: ['2001:db8::1', 'radius.example.net'], purposes: ['pppoe'] }))
    expect(all.slice(0, 2).map((line) => /address=(\S+ ?"[^"]*"\]|\S+)/.exec(line)?.[1])).toEqual([
      '2001:db8::1',
      '[:resolve "radius.example.net"]',
    ])
    expect(all.slice(-2).every((line) => line.startsWith('/radius set [find address='))).toBe(true)
  })

  test('IPoE uses the DHCP server, with its password, and without pools of the router if the panel assigns addresses', () => {
    const text = mikrotik({ purposes: ['ipoe'], ipoe_password: 'a"b\\c$d', assigns_addresses: true })
    expect(text).toContain('service=dhcp ')
    expect(text).toContain('\n/ip dhcp-server set [find] use-radius=yes\n')
    expect(text).not.toContain('use-radius=accounting')
    expect(text).toContain(String.raw`radius-password="a\"b\\c\$d"`)
    expect(text).toContain('\n/ip dhcp-server set [find] address-pool=static-only')
    expect(mikrotik({ purposes: ['ipoe'] })).toContain('\n# /ip dhcp-server set [find] address-pool=static-only')
    expect(mikrotik({ purposes: ['ipoe'] })).not.toContain('radius-password')
  })

  test('802.1X forwards EAP with both Wi-Fi packages', () => {
    const text = mikrotik({ purposes: ['wireless'] })
    expect(text).toContain('/interface wireless security-profiles add name=trunkline')
    expect(text).toContain('eap-methods=passthrough')
    expect(text).toContain('/interface wifi security add name=trunkline')
  })
})

describe('each vendor', () => {
  test.each(vendors)('%s gets both servers, the secret and no address of the server itself', (vendor) => {
    const text = routerCommands(vendor, { ...settings, servers: ['192.0.2.1', '2001:db8::2'] })
    for (const part of ['192.0.2.1', '2001:db8::2', 'Paste-Me-Please', '1812', '1813'])
      expect(text, part).toContain(part)
    // VRP always listens on 3799.
    if (vendor !== 'huawei') expect(text).toContain('3799')
    expect(text).not.toMatch(/localhost|127\.|::1\b|0\.0\.0\.0|undefined/)
    expect(routerCommands(vendor, settings)).not.toMatch(/undefined|TRUNKLINE-2|trunkline2|server 2/)
  })

  test('Cisco commands contain the address family, and Huawei comments where it accepts no name', () => {
    expect(routerCommands('cisco', { ...settings, servers: ['2001:db8::2'] })).toContain('address ipv6 2001:db8::2 ')
    expect(routerCommands('huawei', { ...settings, servers: ['radius.example.net'] })).toMatch(
      /^# VRP takes no DNS names/,
    )
    expect(routerCommands('huawei', settings)).not.toContain('#')
  })
})
