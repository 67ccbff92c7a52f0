import { createHash } from 'node:crypto'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { connectTo, logIn, router } from './testing/routers.ts'

const everywhere = [
  'ip/address',
  'ip/dns',
  'ip/dns/static',
  'ip/pool',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
  'ip/dhcp-server/lease',
  'ip/dhcp-client',
  'ip/route',
  'ip/service',
  'ip/firewall/nat',
  'ip/firewall/filter',
  'ip/firewall/address-list',
  'interface',
  'interface/ethernet',
  'interface/bridge',
  'interface/bridge/port',
  'interface/bridge/vlan',
  'interface/vlan',
  'interface/list',
  'interface/list/member',
  'queue/simple',
  'ppp/secret',
  'ppp/profile',
  'system/resource',
  'system/identity',
  'system/routerboard',
  'system/health',
  'system/clock',
  'system/license',
  'system/package',
  'system/package/update',
  'system/scheduler',
  'system/script',
  'system/history',
  'system/logging',
  'system/logging/action',
  'user',
  'user/group',
  'user/active',
  'file',
  'log',
  'certificate',
]

const newStack = ['', '/configuration', '/security', '/channel', '/datapath', '/capsman', '/cap', '/capsman/remote-cap']
  .concat(['/radio', '/registration-table', '/access-list', '/provisioning'])
  .map((name) => `interface/wifi${name}`)
const oldStack = ['manager', 'interface', 'configuration', 'security', 'channel', 'datapath', 'remote-cap', 'radio']
  .concat(['registration-table', 'access-list', 'provisioning', 'aaa', 'rates'])
  .map((name) => `caps-man/${name}`)
  .concat(['interface/wireless', 'interface/wireless/registration-table', 'interface/wireless/access-list'])

test.each([
  ['v7-wifi', [...newStack, 'safe-mode', 'interface/ethernet/poe', 'interface/wireguard']],
  ['v7-wireless', [...oldStack, ...newStack, 'interface/wireguard']],
  ['v6-capsman', oldStack],
  ['lte', ['interface/lte', 'interface/lte/apn', 'interface/ethernet/poe', 'safe-mode']],
  ['switch', ['interface/ethernet/switch', 'interface/ethernet/switch/port', 'interface/ethernet/switch/vlan']],
  ['chr', ['interface/wireguard', 'safe-mode']],
] as const)('personality %s can print all its menus', async (personality, own) => {
  const client = await logIn(await router({ personality }))
  for (const menu of [...everywhere, ...own]) {
    const answer = await client.call(`/${menu}/print`)
    expect(
      answer.map(([word]) => word).filter((word) => word !== '!re' && word !== '!empty'),
      menu,
    ).toEqual(['!done'])
  }
})

test('menus of other kinds of routers do not exist', async () => {
  const chr = await logIn(await router({ personality: 'chr' }))
  for (const menu of ['caps-man/interface', 'interface/lte', 'interface/ethernet/switch', 'interface/wireless']) {
    await expect(chr.rows(`/${menu}/print`), menu).rejects.toThrow('no such command prefix')
  }
  expect(await chr.rows('/system/routerboard/print')).toEqual([{ routerboard: 'false' }])
  expect((await chr.rows('/system/license/print'))[0]).toHaveProperty('system-id')
})

test('the Wi-Fi menu had another name before 7.13', async () => {
  const client = await logIn(await router({ personality: 'v7-wifi', version: '7.12.1' }))
  expect((await client.call('/interface/wifiwave2/print')).at(-1)).toEqual(['!done'])
  await expect(client.rows('/interface/wifi/print')).rejects.toThrow('no such command prefix')
  await expect(client.rows('/file/read', '=file=x')).rejects.toThrow('no such command')
})

test('an access rule has passphrase groups since 7.17', async () => {
  const add = ['/interface/wifi/access-list/add', '=action=accept', '=multi-passphrase-group=guests'] as const
  const early = await logIn(await router({ version: '7.16.2' }))
  await expect(early.rows(...add)).rejects.toThrow('unknown parameter multi-passphrase-group')
  const late = await logIn(await router({ version: '7.17' }))
  expect((await late.call(...add))[0]?.[0]).toBe('!done')
})

test('a modem is read with monitor in version 7 and with info in version 6', async () => {
  const seven = await logIn(await router({ personality: 'lte' }))
  const [live] = await seven.rows('/interface/lte/monitor', '=numbers=lte1', '=once=')
  expect(live).toMatchObject({ status: 'connected', rsrp: expect.stringMatching(/^-\d+$/) })
  expect(live?.['ca-band']).toContain('\n')
  const six = await logIn(await router({ personality: 'lte', version: '6.49.17' }))
  const [reported] = await six.rows('/interface/lte/info', '=number=lte1', '=once=')
  expect(reported?.['rsrp']).toMatch(/^-\d+dBm$/)
  expect(reported?.['earfcn']).toMatch(/^\d+ \(band \d+, bandwidth 20Mhz\)$/)
  await expect(six.rows('/interface/lte/monitor', '=numbers=lte1', '=once=')).rejects.toThrow('no such command')
})

test('ports report link, module and PoE', async () => {
  const client = await logIn(await router({ personality: 'switch' }))
  const ports = await client.rows('/interface/ethernet/monitor', '=numbers=ether1,ether5,sfp-sfpplus1', '=once=')
  expect(ports.map((row) => row['status'])).toEqual(['link-ok', 'no-link', 'link-ok'])
  expect(ports[2]).toMatchObject({ 'sfp-module-present': 'true', rate: '10Gbps' })
  const power = await client.rows('/interface/ethernet/poe/monitor', '=numbers=ether1,ether2,ether3', '=once=')
  expect(power).toHaveLength(3)
  await client.call('/interface/ethernet/poe/power-cycle', '=numbers=ether1')
  const [off] = await client.rows('/interface/ethernet/poe/monitor', '=numbers=ether1', '=once=')
  expect(off?.['poe-out-status']).toBe('off')
})

test('a firewall rule blocks new connections, and established ones stay open', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const words = ['=chain=input', '=action=drop', '=protocol=tcp', '=dst-port=8728', '=place-before=*4']
  const [done] = await client.call('/ip/firewall/filter/add', ...words)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
  await client.call('/ip/firewall/filter/remove', `=.id=${done?.[1]?.slice(5)}`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await logIn(simulator)
})

test('a service presents the certificate that was signed on the router', async () => {
  const simulator = await router({ apiTls: 0, certificate: false })
  const client = await logIn(simulator)
  expect(simulator.fingerprint).toBeUndefined()
  await client.call('/certificate/add', '=name=own', '=common-name=gateway')
  expect(await client.call('/certificate/sign', '=numbers=own')).toEqual([['!done']])
  await client.call('/ip/service/set', '=numbers=api-ssl', '=certificate=own')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const shown = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port: simulator.ports.apiTls, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex'))
      socket.destroy()
    })
    socket.on('error', reject)
  })
  expect(shown).toBe(simulator.fingerprint)
  expect((await client.rows('/certificate/print'))[0]?.['fingerprint']).toBe(shown)
})

test('a provisioning script creates a group, a user, a firewall rule and a tunnel', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const script = `
/user group add name=panel policy=read,write,api,test,reboot,sensitive,policy comment="made by the panel"
/user add name=panel group=panel password="p w" address=127.0.0.0/8
/interface wireguard add name=panel listen-port=51820
/interface wireguard peers add interface=panel public-key="aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8gMTI=" endpoint-address=203.0.113.1 endpoint-port=51820 allowed-address=100.64.0.1/32 persistent-keepalive=25s
/ip address add address=100.64.0.2/32 interface=panel
/ip service set api address=127.0.0.0/8 disabled=no
:if ([:len [/ip firewall filter find comment="panel"]] = 0) do={
  /ip firewall filter add chain=input action=accept protocol=tcp dst-port=8728 in-interface=panel comment="panel" place-before=0
}
`
  expect(await client.call('/execute', `=script=${script}`, '=as-string=')).toEqual([['!done', '=ret=']])
  const panel = await logIn(simulator, 'panel', 'p w')
  expect(await panel.rows('/ip/address/print', '?interface=panel')).toHaveLength(1)
  const [rule] = await panel.rows('/ip/firewall/filter/print')
  expect(rule?.['comment']).toBe('panel')
  const [tunnel] = await panel.rows('/interface/wireguard/print')
  expect(tunnel?.['public-key']).toMatch(/^[A-Za-z0-9+/]{43}=$/)
})
