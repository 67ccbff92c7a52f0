import { expect, test } from 'vitest'
import { connectTo, logIn, router } from './testing/routers.ts'

const add = ['/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2', '=comment=new'] as const

test('a slow reply is delayed, and replies to other commands overtake it', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  simulator.faults.add({ kind: 'slow', ms: 300, menu: 'ip/address' })
  const start = Date.now()
  const slow = client.call('/ip/address/print').then(() => Date.now() - start)
  await client.call('/system/identity/print')
  expect(Date.now() - start).toBeLessThan(250)
  expect(await slow).toBeGreaterThanOrEqual(295)
})

test('a silent router executes the command, or not, and does not reply', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const back = simulator.faults.add({ kind: 'silent', verb: 'add' })
  client.send(...add)
  await client.call('/system/identity/print')
  expect(simulator.table('ip/address')).toHaveLength(4)
  back()
  simulator.faults.add({ kind: 'silent', verb: 'add', does: false })
  client.send('/ip/address/add', '=address=10.9.8.1/24', '=interface=ether2')
  await client.call('/system/identity/print')
  expect(simulator.table('ip/address')).toHaveLength(4)
})

test('a reply is cut off in the middle', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  simulator.faults.add({ kind: 'cut', midReply: true, menu: 'ip/address', verb: 'print' })
  const received = await client.call('/ip/address/print')
  expect(client.isClosed).toBe(true)
  expect(received.map(([word]) => word)).not.toContain('!done')
  expect(received.length).toBeGreaterThan(0)
})

test('a rejection has a given message, at the given call', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  simulator.faults.add({ kind: 'refuse', message: 'failure: out of memory', category: 4, verb: 'set', nth: 2 })
  const set = (): Promise<string[][]> => client.call('/ip/dns/set', '=servers=1.1.1.1')
  expect(await set()).toEqual([['!done']])
  expect(await set()).toEqual([['!trap', '=category=4', '=message=failure: out of memory'], ['!done']])
  expect(await set()).toEqual([['!done']])
})

test('a router reports success without a change, or after half of the change', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const back = simulator.faults.add({ kind: 'lie' })
  const [done] = await client.call(...add)
  expect(done?.[1]).toMatch(/^=ret=\*/)
  expect(await client.call('/ip/dns/set', '=servers=1.1.1.1')).toEqual([['!done']])
  back()
  expect(simulator.table('ip/address')).toHaveLength(3)
  expect(simulator.table('ip/dns')[0]?.['servers']).toBe('9.9.9.9,149.112.112.112')
  simulator.faults.add({ kind: 'halfApply' })
  await client.call('/ip/address/set', '=.id=*2', '=comment=half', '=disabled=yes')
  expect(simulator.table('ip/address')[1]).toMatchObject({ comment: 'half', disabled: 'false' })
})

test('a reboot closes connections without a reply, and the uptime restarts', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  expect(await client.call('/system/reboot')).toEqual([])
  expect(client.isClosed).toBe(true)
  await simulator.reboot()
  const again = await logIn(simulator)
  const [resource] = await again.rows('/system/resource/print', '=.proplist=uptime')
  expect(resource?.['uptime']).toMatch(/^\ds$/)
})

test('logins can be rejected, connections black-holed and bytes slowed down', async () => {
  const simulator = await router()
  simulator.faults.add({ kind: 'refuseLogin', nth: 1 })
  await expect(logIn(simulator)).rejects.toThrow('login rejected')
  const client = await logIn(simulator)
  const back = simulator.faults.add({ kind: 'dripFeed', bytesPerSecond: 400 })
  const start = Date.now()
  await client.rows('/system/identity/print', '=.proplist=name')
  expect(Date.now() - start).toBeGreaterThan(60)
  back()
  simulator.faults.add({ kind: 'blackHole' })
  const deaf = await connectTo(simulator)
  deaf.send('/login', '=name=admin', '=password=secret')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(deaf.received).toEqual([])
  expect(deaf.isClosed).toBe(false)
})

test('endless rows, and another router at the same address', async () => {
  const simulator = await router({ serial: 'HF90000001' })
  const client = await logIn(simulator)
  simulator.faults.add({ kind: 'endless', menu: 'ip/pool' })
  client.send('/ip/pool/print', '.tag=e')
  await client.until(() => client.received.length > 500)
  client.send('/cancel', '.tag=c')
  const serial = async (): Promise<string | undefined> =>
    (await client.rows('/system/routerboard/print'))[0]?.['serial-number']
  expect(await serial()).toBe('HF90000001')
  simulator.faults.add({ kind: 'wrongSerial', serial: 'HF9ZZZZZZZ' })
  expect(await serial()).toBe('HF9ZZZZZZZ')
})

test('changing the management address cuts off connections, and changing it back restores them', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  client.send('/ip/address/set', '=.id=*1', '=address=10.77.0.1/24', '.tag=s')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(client.received.some((sentence) => sentence.includes('.tag=s'))).toBe(false)
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
  simulator.change('ip/address', '*1', { address: '10.2.0.1/24' })
  await client.until(() => client.received.some((sentence) => sentence.includes('.tag=s')))
  await logIn(simulator)
})

test('removing and adding the management address restores connections', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  simulator.drop('ip/address', '*1')
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
  simulator.insert('ip/address', { address: '10.2.0.1/24', interface: 'ether2' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
  simulator.insert('ip/address', { address: '10.2.0.1/24', interface: 'bridge' })
  expect((await client.rows('/ip/address/print', '?address=10.2.0.1/24')).length).toBe(2)
})

test('a disabled service accepts no new connections', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/ip/service/set', '=numbers=api', '=disabled=yes')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
})

test('sessions are limited to the maximum of the service', async () => {
  const simulator = await router()
  const service = simulator.table('ip/service').find((row) => row['name'] === 'api')
  if (service) service['max-sessions'] = '2'
  await logIn(simulator)
  await logIn(simulator)
  const third = await connectTo(simulator)
  await third.until(() => third.isClosed)
})

test('a router may answer for some time before it restarts', async () => {
  const simulator = await router({ shutdownMs: 300, bootMs: 100 })
  const client = await logIn(simulator)
  const [before] = await client.call('/system/resource/print')
  expect(await client.call('/system/reboot')).toEqual([['!done']])
  expect(await client.call('/system/identity/print')).toContainEqual(['!re', '=name=MikroTik'])
  await expect.poll(() => client.isClosed).toBe(true)
  await simulator.reboot()
  const [after] = await (await logIn(simulator)).call('/system/resource/print')
  expect(after).not.toEqual(before)
})

test('a print with .proplist omits rows and fields that count-only and a whole print have', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const rows = async (...words: string[]): Promise<string[][]> =>
    (await client.call('/ip/address/print', ...words)).filter(([word]) => word === '!re')
  const counted = async (): Promise<string[] | undefined> =>
    (await client.call('/ip/address/print', '=count-only=')).find(([word]) => word === '!done')
  const whole = await rows()
  simulator.faults.add({ kind: 'omitRows', rows: 1, menu: 'ip/address' })
  simulator.faults.add({ kind: 'omitFields', fields: ['interface'], menu: 'ip/address' })
  const listed = await rows('=.proplist=address,interface')
  expect(listed).toHaveLength(whole.length - 1)
  expect(listed.flat().some((word) => word.startsWith('=interface='))).toBe(false)
  expect(await rows()).toEqual(whole)
  expect(await counted()).toEqual(['!done', `=ret=${whole.length}`])
})

test('a print also returns rows that are not of its menu', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  simulator.faults.add({ kind: 'foreignRows', rows: [{ name: 'wifi1', mtu: '1500' }], menu: 'ip/address' })
  expect(await client.call('/ip/address/print', '=.proplist=address,name')).toContainEqual(['!re', '=name=wifi1'])
})
