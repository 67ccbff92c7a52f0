import { createServer } from 'node:http'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { logIn, router } from './testing/routers.ts'

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('the router undoes a lock-out itself: the scheduler restores the backup', async () => {
  const simulator = await router({ speed: 60 })
  const client = await logIn(simulator)
  await client.call('/system/backup/save', '=name=way-back', '=password=pw', '=encryption=aes-sha256')
  await client.call(
    '/system/scheduler/add',
    '=name=way-back',
    '=interval=60s',
    '=on-event=/system backup load name=way-back password=pw',
  )
  client.send('/ip/address/set', '=.id=*1', '=address=10.77.0.1/24')
  await client.until(() => client.isClosed, 8000)
  await wait(300)
  const again = await logIn(simulator)
  const [row] = await again.rows('/ip/address/print', '?.id=*1')
  expect(row?.['address']).toBe('10.2.0.1/24')
  expect(await again.rows('/system/scheduler/print')).toEqual([])
  expect((await again.rows('/file/print')).map((file) => file['name'])).toEqual(['way-back.backup'])
})

test('a backup is not loaded with another password', async () => {
  const client = await logIn(await router())
  await client.call('/system/backup/save', '=name=a', '=password=right')
  await expect(client.rows('/system/backup/load', '=name=a', '=password=wrong')).rejects.toThrow(
    'wrong backup password',
  )
  await expect(client.rows('/system/backup/load', '=name=b', '=password=x')).rejects.toThrow('input does not match')
})

test('changes under safe mode are undone when its connection ends', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/ip/dns/set', '=servers=8.8.8.8')
  await client.call('/safe-mode/take')
  await client.call('/ip/dns/set', '=servers=1.1.1.1')
  await client.call('/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2')
  await client.call('/ip/address/remove', '=.id=*2')
  const other = await logIn(simulator)
  await expect(other.rows('/safe-mode/take')).rejects.toThrow('held by admin')
  client.close()
  await other.until(() => simulator.connections === 1)
  expect((await other.rows('/ip/dns/print'))[0]?.['servers']).toBe('8.8.8.8')
  expect((await other.rows('/ip/address/print')).map((row) => row['.id'])).toEqual(['*1', '*2', '*3'])
})

test('safe mode undoes what other sessions changed meanwhile, and /quit keeps the changes', async () => {
  const simulator = await router()
  const [holder, other] = [await logIn(simulator), await logIn(simulator)]
  const servers = async (): Promise<string | undefined> => (await other.rows('/ip/dns/print'))[0]?.['servers']
  await holder.call('/ip/dns/set', '=servers=7.7.7.7')
  await holder.call('/safe-mode/take')
  expect((await other.rows('/safe-mode/print'))[0]).toEqual({ enabled: 'true', user: 'admin' })
  await other.call('/ip/dns/set', '=servers=1.1.1.1')
  // An undo in between does not make it undo earlier changes.
  await other.call('/ip/dns/set', '=servers=1.0.0.1')
  await other.call('/undo')
  await holder.call('/safe-mode/unroll')
  expect(await servers()).toBe('7.7.7.7')
  await holder.call('/safe-mode/take')
  await holder.call('/ip/dns/set', '=servers=8.8.8.8')
  holder.send('/quit')
  await holder.until(() => holder.isClosed)
  await other.until(() => simulator.connections === 1)
  expect(await servers()).toBe('8.8.8.8')
  expect((await other.rows('/safe-mode/print'))[0]).toEqual({ enabled: 'false' })
})

test('another session can release safe mode, and more than 100 changes end it', async () => {
  const simulator = await router()
  const [holder, other] = [await logIn(simulator), await logIn(simulator)]
  await holder.call('/safe-mode/take')
  await other.call('/safe-mode/release')
  await expect(holder.rows('/safe-mode/unroll')).rejects.toThrow('not in safe mode')
  await holder.call('/safe-mode/take')
  for (let number = 1; number <= 100; number++) await holder.call('/ip/dns/set', `=servers=10.0.0.${number}`)
  expect((await other.rows('/safe-mode/print'))[0]?.['enabled']).toBe('true')
  await holder.call('/ip/dns/set', '=servers=10.0.0.101')
  expect((await other.rows('/safe-mode/print'))[0]?.['enabled']).toBe('false')
  holder.close()
  await other.until(() => simulator.connections === 1)
  expect((await other.rows('/ip/dns/print'))[0]?.['servers']).toBe('10.0.0.101')
})

test('a client in a black hole loses safe mode after nine minutes, which undoes the lock-out', async () => {
  const simulator = await router({ speed: 600 })
  const client = await logIn(simulator)
  await client.call('/safe-mode/take')
  client.send('/ip/address/set', '=.id=*1', '=address=10.77.0.1/24')
  const messages = (): (string | undefined)[] => simulator.table('log').map((row) => row['message'])
  const undone = 'safe mode released: session ended, changes undone'
  await expect.poll(messages, { timeout: 5000 }).toContain(undone)
  expect(messages()).toContain('address changed by admin')
  expect(await (await logIn(simulator)).rows('/ip/address/print', '?.id=*1')).toHaveLength(1)
})

test('releasing safe mode commits the changes, and undo reverts the latest action', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/safe-mode/take')
  await client.call('/ip/dns/set', '=servers=1.1.1.1')
  await client.call('/safe-mode/release')
  client.close()
  const other = await logIn(simulator)
  expect((await other.rows('/ip/dns/print'))[0]?.['servers']).toBe('1.1.1.1')
  expect((await other.rows('/system/history/print'))[0]).toMatchObject({ action: 'dns changed', by: 'admin' })
  await other.call('/undo')
  expect((await other.rows('/ip/dns/print'))[0]?.['servers']).toBe('9.9.9.9,149.112.112.112')
})

test('an export can be read in chunks, masks secrets, and another router imports it', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2', '=comment=a "b" $c')
  const text = async (words: string[]): Promise<string> => {
    await client.call('/export', '=file=config', ...words)
    const size = Number((await client.rows('/file/print', '?name=config.rsc'))[0]?.['size'])
    let all = ''
    for (let offset = 0; offset < size; offset += 1000) {
      const [row] = await client.rows('/file/read', '=file=config.rsc', '=chunk-size=1000', `=offset=${offset}`)
      all += row?.['data'] ?? ''
    }
    return all
  }
  const hidden = await text([])
  expect(hidden).toMatch(/^# \d{4}-\d\d-\d\d \d\d:\d\d:\d\d by RouterOS 7\.19\.4\n/)
  expect(hidden).not.toContain('correct-horse-42')
  expect(await text(['=show-sensitive='])).toContain('passphrase=correct-horse-42')

  const other = await router({ tables: { 'ip/pool': [], 'ip/dhcp-server': [], 'ip/dhcp-server/lease': [] } })
  const there = await logIn(other)
  const part =
    '/ip address\nadd address=10.9.9.1/24 \\\n    comment="a \\"b\\" \\$c" interface=ether2\nset [find comment~"^a"] disabled=yes'
  await there.call('/file/add', '=name=part.rsc', `=contents=${part}`)
  expect(await there.call('/import', '=file-name=part.rsc')).toEqual([['!done']])
  const [row] = await there.rows('/ip/address/print', '?interface=ether2')
  expect(row).toMatchObject({ comment: 'a "b" $c', disabled: 'true' })
})

test('version 6 shows secrets in an export', async () => {
  const simulator = await router({ personality: 'v6-capsman' })
  const client = await logIn(simulator)
  await client.call('/export', '=file=config')
  const [file] = await client.rows('/file/print', '?name=config.rsc')
  expect(file).toMatchObject({ type: 'script' })
  await expect(client.rows('/file/read', '=file=config.rsc')).rejects.toThrow('no such command')
})

test('scripts run with conditions, variables and error handling, and a failure is reported', async () => {
  const client = await logIn(await router())
  const script =
    ':local n [:len [/ip address find interface=bridge]]; :if ($n > 0 && [/system identity get name] = "MikroTik") do={ :put "one: $n" } else={ :put "none" }; :do { /ip address add address=bad interface=ether1 } on-error={ :put "rescued" }'
  const [done] = await client.call('/execute', `=script=${script}`, '=as-string=')
  expect(done).toEqual(['!done', '=ret=one: 1\nrescued'])
  await expect(client.rows('/execute', '=script=/ip address add address=bad', '=as-string=')).rejects.toThrow('missing')
})

test('fetch downloads a file over HTTP and reports errors', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/setup.rsc') response.end(':log info "hello"')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const client = await logIn(await router())
  try {
    const [row] = await client.rows('/tool/fetch', `=url=${base}/setup.rsc`, '=dst-path=setup.rsc')
    expect(row).toMatchObject({ status: 'finished', downloaded: '1' })
    await client.call('/import', '=file-name=setup.rsc')
    expect(await client.rows('/log/print', '?message=hello')).toHaveLength(1)
    await expect(client.rows('/tool/fetch', `=url=${base}/none`)).rejects.toThrow('404')
  } finally {
    server.close()
  }
})

test('a loaded backup does not restore certificates: HTTPS is closed, and api-ssl becomes anonymous', async () => {
  const simulator = await router({ apiTls: 0, restTls: 0 })
  const client = await logIn(simulator)
  expect(simulator.fingerprint).toBeDefined()
  await client.call('/system/backup/save', '=name=a', '=password=pw')
  client.send('/system/backup/load', '=name=a', '=password=pw')
  await client.until(() => client.isClosed)
  await simulator.reboot()
  expect(simulator.fingerprint).toBeUndefined()
  const again = await logIn(simulator)
  expect(await again.rows('/certificate/print')).toEqual([])
  expect(await again.rows('/ip/service/print', '?certificate=none')).toHaveLength(2)
  const anonymous = { ciphers: 'ADH:@SECLEVEL=0', maxVersion: 'TLSv1.2', rejectUnauthorized: false } as const
  const reach = (port: number | undefined): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: port ?? 0, ...anonymous })
      socket.once('secureConnect', () => resolve('connected'))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      socket.once('close', () => resolve('closed'))
      socket.once('secureConnect', () => socket.destroy())
    })
  expect(await reach(simulator.ports.apiTls)).toBe('connected')
  expect(await reach(simulator.ports.restTls)).toBe('ECONNREFUSED')
})
