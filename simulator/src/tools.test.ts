import { expect, test } from 'vitest'
import { logIn, router } from './testing/routers.ts'

test('the history has the commands that undo each change, without secrets', async () => {
  const client = await logIn(await router())
  const undo = async (): Promise<string | undefined> => (await client.rows('/system/history/print'))[0]?.['undo']
  await client.call('/ip/firewall/address-list/add', '=list=a', '=address=192.0.2.1', '=comment=one "two"')
  expect(await undo()).toMatch(/^\/ip firewall address-list remove \*[0-9A-F]+$/)
  const [row] = await client.rows('/ip/firewall/address-list/print', '?list=a')
  const id = row?.['.id'] ?? ''
  await client.call('/ip/firewall/address-list/set', `=.id=${id}`, '=comment=x')
  expect(await undo()).toBe(`/ip firewall address-list set ${id} comment="one \\"two\\""`)
  await client.call('/ip/firewall/address-list/remove', `=.id=${id}`)
  expect(await undo()).toMatch(/^\/ip firewall address-list add .*list=a address=192\.0\.2\.1 comment=x/)
  await client.call('/ip/dns/set', '=servers=1.1.1.1')
  expect(await undo()).toBe('/ip dns set servers=9.9.9.9,149.112.112.112')
  for (const comment of ['a', 'b'])
    await client.call('/ip/firewall/filter/add', '=chain=x', '=action=accept', `=comment=${comment}`)
  const [first, second] = (await client.rows('/ip/firewall/filter/print', '?chain=x')).map((one) => one['.id'])
  await client.call('/ip/firewall/filter/move', `=numbers=${second}`, `=destination=${first}`)
  expect(await undo()).toBe(`/ip firewall filter move ${second}`)
  await client.call('/ppp/secret/add', '=name=p', '=password=hidden')
  await client.call('/ppp/secret/remove', '=.id=p')
  expect(await undo()).not.toContain('hidden')
  const older = await logIn(await router({ personality: 'v6-capsman' }))
  await older.call('/ip/dns/set', '=servers=1.1.1.1')
  expect(Object.keys((await older.rows('/system/history/print'))[0] ?? {})).not.toContain('undo')
})

test('a rule for one source port cuts off this connection only, which ends after nine minutes', async () => {
  const simulator = await router({ speed: 600 })
  const [holder, other] = [await logIn(simulator), await logIn(simulator)]
  await holder.call('/safe-mode/take')
  await holder.call('/ip/dns/set', '=servers=1.1.1.1')
  const [first] = await other.rows('/ip/firewall/filter/print', '?chain=input')
  await other.call(
    '/ip/firewall/filter/add',
    `=place-before=${first?.['.id']}`,
    '=chain=input',
    '=action=drop',
    '=protocol=tcp',
    `=src-port=${holder.localPort}`,
  )
  holder.send('/ip/dns/set', '=servers=1.0.0.1')
  const dns = async (): Promise<string | undefined> => (await other.rows('/ip/dns/print'))[0]?.['servers']
  expect(await dns()).toBe('1.1.1.1')
  await expect.poll(dns, { timeout: 5000 }).toBe('9.9.9.9,149.112.112.112')
  // The rule was added meanwhile: it is undone too.
  expect(await other.rows('/ip/firewall/filter/print', '?chain=input', '?action=drop', '?src-port')).toEqual([])
})

test.each([
  ['7.19.4', 'request-logout', 'remove'],
  ['7.20.4', 'remove', 'request-logout'],
])('%s ends a login by %s', async (version, verb, missing) => {
  const simulator = await router({
    version,
    users: [
      { name: 'admin', password: 'secret' },
      { name: 'x', password: 'y', group: 'read' },
    ],
  })
  const [client, reader] = [await logIn(simulator), await logIn(simulator)]
  const idOf = async (): Promise<string | undefined> => (await client.rows('/user/active/print'))[1]?.['.id']
  const id = await idOf()
  await expect(client.rows(`/user/active/${missing}`, `=.id=${id}`)).rejects.toThrow('no such command')
  await expect(client.rows(`/user/active/${verb}`, '=numbers=*FFFF')).rejects.toThrow('no such item')
  await client.call(`/user/active/${verb}`, `=numbers=${id}`)
  await reader.until(() => reader.isClosed)
  expect(await client.rows('/user/active/print')).toHaveLength(1)
  const limited = await logIn(simulator, 'x', 'y')
  await expect(limited.rows(`/user/active/${verb}`, `=numbers=${await idOf()}`)).rejects.toThrow(
    'not enough permissions',
  )
})

test('contents above 60 kB are rejected', async () => {
  const client = await logIn(await router())
  const add = (name: string, size: number): Promise<unknown> =>
    client.rows('/file/add', `=name=${name}`, `=contents=${'x'.repeat(size)}`)
  await add('a.txt', 61_440)
  expect((await client.rows('/file/print', '?name=a.txt'))[0]?.['size']).toBe('61440')
  await expect(add('b.txt', 61_441)).rejects.toThrow('contents are too long')
  expect(await client.rows('/file/print', '?name=b.txt')).toEqual([])
  const older = await logIn(await router({ personality: 'v6-capsman' }))
  await expect(older.rows('/file/set', '=numbers=none', '=contents=x')).rejects.toThrow('no such item')
})

test('only a server of an imported authority is trusted, and only certificates are imported', async () => {
  const client = await logIn(await router())
  const server = await router({ apiTls: 0, rest: false, restTls: 0 })
  const url = `=url=https://${server.host}:${server.ports.restTls}/rest/system/identity`
  const fetch = (): Promise<unknown> =>
    client.rows('/tool/fetch', url, '=check-certificate=yes', '=output=none', '=user=admin', '=password=secret')
  await expect(fetch()).rejects.toThrow('no trusted CA certificate found')
  await client.call('/file/add', '=name=a.pem', '=contents=none')
  await expect(client.rows('/certificate/import', '=file-name=a.pem', '=passphrase=')).rejects.toThrow('no certificate')
  await expect(client.rows('/certificate/import', '=file-name=b.pem')).rejects.toThrow('file-name')
  const limited = await router({ users: [{ name: 'x', password: 'y', group: 'read' }] })
  const reader = await logIn(limited, 'x', 'y')
  await expect(reader.rows('/certificate/import', '=file-name=a.pem')).rejects.toThrow('not enough permissions')
})

test('a dry run reports a syntax error and runs nothing', async () => {
  const client = await logIn(await router())
  await client.call('/file/add', '=name=a.rsc', '=contents=/ip dns set servers=1.1.1.1\n:put "open')
  await expect(client.rows('/import', '=file-name=a.rsc', '=verbose=yes', '=dry-run=')).rejects.toThrow('syntax error')
  await client.call('/file/set', '=numbers=a.rsc', '=contents=/ip dns set servers=1.1.1.1')
  await client.rows('/import', '=file-name=a.rsc', '=verbose=yes', '=dry-run=')
  expect((await client.rows('/ip/dns/print'))[0]?.['servers']).toBe('9.9.9.9,149.112.112.112')
})

test('the command tree is inspected by path and by input', async () => {
  const client = await logIn(await router())
  const children = (path: string): Promise<Record<string, string>[]> =>
    client.rows('/console/inspect', '=request=child', `=path=${path}`)
  expect(await children('system,package')).toContainEqual({ name: 'apply-changes', 'node-type': 'cmd' })
  expect(await children('')).toContainEqual({ name: 'ip', 'node-type': 'dir' })
  expect(await children('tool,torch')).toContainEqual({ name: 'duration', 'node-type': 'arg' })
  expect(await children('/system/package')).toEqual([])
  const found = await client.rows('/console/inspect', '=request=completion', '=input=/ip add')
  expect(found).toEqual([{ completion: 'address', style: 'dir', offset: '4', preference: '96', show: 'true' }])
  await expect(client.rows('/console/inspect', '=request=highlight')).rejects.toThrow('not supported')
  const older = await logIn(await router({ personality: 'v6-capsman' }))
  await expect(older.rows('/console/inspect', '=request=child')).rejects.toThrow('no such command')
})

test('a traceroute has rounds of one row for each hop, and ends after `count`', async () => {
  const client = await logIn(await router({ speed: 20 }))
  const own = (await client.rows('/ip/address/print'))[0]?.['address']?.split('/')[0]
  const near = await client.rows('/tool/traceroute', `=address=${own}`, '=count=2')
  expect(near.map((row) => [row['.section'], row['address'], row['sent']])).toEqual([
    ['0', own, '1'],
    ['1', own, '2'],
  ])
  const far = await client.rows('/tool/traceroute', '=address=8.8.8.8', '=count=1')
  expect(far).toHaveLength(2)
  expect(far.at(-1)).toMatchObject({ address: '8.8.8.8', loss: '0' })
  expect(await client.rows('/tool/traceroute', '=address=8.8.8.8', '=count=1', '=max-hops=1')).toHaveLength(1)
  await expect(client.rows('/tool/traceroute', '=address=x', '=count=1')).rejects.toThrow('argument address')
  await expect(client.rows('/tool/traceroute', '=address=8.8.8.8', '=count=0')).rejects.toThrow('argument count')
})

test('torch and scans end after their duration, and reject unknown interfaces', async () => {
  const simulator = await router({ speed: 20 })
  const client = await logIn(simulator)
  const flows = await client.rows('/tool/torch', '=interface=ether1', '=duration=2s')
  expect(flows.map((row) => row['.section'])).toContain('1')
  expect(flows[0]).toMatchObject({ 'dst-port': '443', 'ip-protocol': 'tcp' })
  await expect(client.rows('/tool/torch', '=interface=none9', '=duration=2s')).rejects.toThrow('interface')
  const found = await client.rows('/interface/wifi/scan', '=number=wifi1', '=duration=1s')
  expect(found.map((row) => row['ssid'])).toEqual(['Guest', 'Office'])
  await client.call('/interface/wifi/set', '=numbers=wifi2', '=disabled=yes')
  await expect(client.rows('/interface/wifi/scan', '=number=wifi2', '=duration=1s')).rejects.toThrow('disabled')
  const legacy = await logIn(await router({ personality: 'v7-wireless', speed: 20 }))
  const background = await legacy.rows('/interface/wireless/scan', '=number=wlan1', '=background=yes', '=duration=1s')
  expect(Object.keys(background[0] ?? {})).toContain('snr')
})

test.each([
  '/tool/traceroute =address=192.0.2.1',
  '/tool/torch =interface=ether1',
  '/interface/wifi/scan =number=wifi1',
])('%s needs the policy test', async (command) => {
  const simulator = await router({
    users: [{ name: 'x', password: 'y', group: 'limited' }],
    tables: { 'user/group': [{ name: 'limited', policy: 'read,api' }] },
  })
  const client = await logIn(simulator, 'x', 'y')
  await expect(client.rows(...command.split(' '))).rejects.toThrow('not enough permissions')
})

test('names are resolved, and a magic packet has no reply', async () => {
  const client = await logIn(await router())
  const resolved = async (...words: string[]): Promise<string | undefined> =>
    (await client.call('/resolve', ...words)).at(-1)?.find((word) => word.startsWith('=ret='))
  expect(await resolved('=domain-name=example.net')).toMatch(/^=ret=203\.0\.113\.\d+$/)
  expect(await resolved('=domain-name=192.0.2.1')).toBe('=ret=192.0.2.1')
  await expect(client.rows('/resolve', '=domain-name=a.invalid')).rejects.toThrow('does not exist')
  await expect(client.rows('/resolve', '=domain-name=a.net', '=server=192.0.2.1')).rejects.toThrow('timeout')
  await expect(client.rows('/resolve')).rejects.toThrow('domain-name')
  expect(await client.rows('/tool/wol', '=interface=ether2', '=mac=02:00:5E:00:53:01')).toEqual([])
  await expect(client.rows('/tool/wol', '=interface=ether2', '=mac=x')).rejects.toThrow('mac')
  await expect(client.rows('/tool/wol', '=interface=none9', '=mac=02:00:5E:00:53:01')).rejects.toThrow('interface')
})

test('a cable test measures a port without a link', async () => {
  const client = await logIn(await router())
  const ports = await client.rows('/interface/ethernet/print')
  const down = ports.find((row) => row['running'] !== 'true')?.['name'] ?? 'ether5'
  const [row] = await client.rows('/interface/ethernet/cable-test', `=numbers=${down}`, '=once=')
  expect(row?.['name']).toBe(down)
  const up = ports.find((one) => one['running'] === 'true')?.['name'] ?? ''
  const [linked] = await client.rows('/interface/ethernet/cable-test', `=numbers=${up}`, '=once=')
  expect(linked).toEqual({ name: up, status: 'link-ok' })
})
