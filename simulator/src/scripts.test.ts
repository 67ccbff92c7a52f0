import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { encodeSentence } from './protocol/wire.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'
import type { RawClient } from './testing/raw-client.ts'
import { logIn, router } from './testing/routers.ts'

const logged = async (client: RawClient, message: string): Promise<number> =>
  (await client.rows('/log/print', `?message=${message}`)).length

const commands = (client: RawClient): Promise<Record<string, string>[]> =>
  client.rows('/system/script/job/print', '?type=command')

/** The output of a script. */
async function output(client: RawClient, script: string): Promise<string | undefined> {
  const answer = await client.call('/execute', `=script=${script}`, '=as-string=')
  return answer.at(-1)?.[1]?.slice('=ret='.length)
}

test.each([
  ['comments, separators and quoting', '# a\n:put "a;b # c"; :put "x\\"y"\n:put ("p" . "\\$q")', 'a;b # c\nx"y\np$q'],
  ['variables end with their block', ':local a 1; :if (true) do={ :local a 2; :put $a }; :put $a', '2\n1'],
  ['an outer variable can be set', ':local a 1; :if ($a = 1) do={ :set a 5 } else={ :set a 6 }; :put $a', '5'],
  ['else, and, or, not', ':if (not (1 = 1) or (1 = 2 and true)) do={ :put a } else={ :put b }', 'b'],
  ['text in expressions has variables', ':local a "x"; :if ("is $a" = "is x") do={ :put yes }', 'yes'],
  [
    'foreach over find',
    '/ip address; :foreach i in=[find dynamic=no] do={ :put [get $i interface] }',
    'bridge\nguests',
  ],
  ['foreach over an array', ':foreach i in={"a b";2} do={ :put $i }', 'a b\n2'],
  ['foreach over nothing', ':foreach i in=[/ip address find comment=none] do={ :put $i }', ''],
  ['find with or', ':put [:len [/ip service find name=api or name=www]]', '2'],
  [
    'on-error',
    ':do { /ip address add address=bad interface=none } on-error={ :put caught }; :put after',
    'caught\nafter',
  ],
  [
    'a failed command leaves the menu as it was',
    '/ip dns; :do { /ip address set [find x~"("] comment=a } on-error={}; :put [get servers]',
    '9.9.9.9,149.112.112.112',
  ],
  ['onerror with the message', ':onerror e in={ :error "no way" } do={ :put "e: $e" }', 'e: no way'],
  ['return ends the script', ':put a; :if (true) do={ :return 1 }; :put b', 'a'],
  ['a global variable is declared before its use', ':global g 7; :put $g; { :global g; :put $g }', '7\n7'],
])('scripts: %s', async (_name, script, expected) => {
  const client = await logIn(await router())
  expect(await output(client, script)).toBe(expected)
})

test('a script adds, sets, disables, enables and removes what find finds', async () => {
  const client = await logIn(await router())
  const list = async (): Promise<(string | undefined)[][]> =>
    (await client.rows('/ip/firewall/address-list/print', '?list=t')).map((row) => [row['address'], row['disabled']])
  await output(
    client,
    '/ip firewall address-list add list=t address=10.1.1.1; /ip firewall address-list add list=t address=10.1.1.2',
  )
  await output(client, '/ip/firewall/address-list disable [find list=t]\nenable [find list=t address="10.1.1.2"]')
  expect(await list()).toEqual([
    ['10.1.1.1', 'true'],
    ['10.1.1.2', 'true'],
  ])
  await output(client, '/ip firewall address-list\nenable [find list=t address="10.1.1.2"]')
  await output(client, '/ip firewall address-list set [find address=10.1.1.1] address=10.1.1.3')
  await output(
    client,
    '/ip firewall address-list remove [find address=10.9.9.9]; /ip firewall address-list set numbers=[find address=10.9.9.9] list=x',
  )
  expect(await list()).toEqual([
    ['10.1.1.3', 'true'],
    ['10.1.1.2', 'false'],
  ])
  await output(
    client,
    ':foreach i in=[/ip firewall address-list find list=t] do={ /ip firewall address-list remove $i }',
  )
  expect(await list()).toEqual([])
})

test('global variables last until a reboot and can be removed', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await output(client, ':global g 7; :global h 8')
  expect(await output(client, ':global g; :put $g; :put "-$h-"')).toBe('7\n--')
  const [row] = await client.rows('/system/script/environment/print', '?name=h')
  expect(row).toMatchObject({ value: '8', user: 'admin' })
  await client.call('/system/script/environment/remove', `=.id=${row?.['.id']}`)
  expect(await client.rows('/system/script/environment/print')).toHaveLength(1)
  await simulator.reboot()
  expect(await (await logIn(simulator)).rows('/system/script/environment/print')).toEqual([])
})

test('execute returns a job at once, which is listed under its login until it ends', async () => {
  const client = await logIn(await router())
  const [done] = await client.call('/execute', '=script=:delay 400ms; :log info "job done"')
  const id = done?.[1]?.slice('=ret='.length)
  const jobs = await client.rows('/system/script/job/print')
  const login = jobs.find((row) => row['type'] === 'api-login')
  expect(jobs.find((row) => row['.id'] === id)).toMatchObject({
    type: 'command',
    owner: 'admin',
    parent: login?.['.id'],
  })
  await expect.poll(() => commands(client)).toEqual([])
  expect(await logged(client, 'job done')).toBe(1)
})

test('an error of a job is logged and not returned', async () => {
  const client = await logIn(await router())
  const [done] = await client.call('/execute', '=script=:error "too bad"')
  expect(done?.[0]).toBe('!done')
  await expect.poll(() => logged(client, 'executing script failed: too bad')).toBe(1)
})

test('a removed job stops in its delay, without running on-error', async () => {
  const client = await logIn(await router())
  const script = ':do { :delay 1h } on-error={ :log info "rescued" }; :log info "after"'
  const [done] = await client.call('/execute', `=script=${script}`)
  await client.call('/system/script/job/remove', `=.id=${done?.[1]?.slice('=ret='.length)}`)
  await expect.poll(() => commands(client)).toEqual([])
  expect((await logged(client, 'rescued')) + (await logged(client, 'after'))).toBe(0)
  await expect(client.rows('/system/script/job/remove', '=.id=*FF')).rejects.toThrow('no such item')
})

test('a job that removes itself runs no further command', async () => {
  const client = await logIn(await router())
  await client.call('/execute', '=script=:log info "a"; /system script job remove [find type=command]; :log info "b"')
  await expect.poll(() => commands(client)).toEqual([])
  expect([await logged(client, 'a'), await logged(client, 'b')]).toEqual([1, 0])
})

test('a client that waits for a job which another one removes receives a trap', async () => {
  const simulator = await router()
  const [client, other] = [await logIn(simulator), await logIn(simulator)]
  const waiting = client.rows('/execute', '=script=:delay 1h', '=as-string=')
  await expect.poll(() => commands(other)).toHaveLength(1)
  await other.call('/system/script/job/remove', `=.id=${(await commands(other))[0]?.['.id']}`)
  await expect(waiting).rejects.toThrow('interrupted')
})

test('removing the job of a login closes its connection', async () => {
  const simulator = await router()
  const [client, other] = [await logIn(simulator), await logIn(simulator)]
  const [login] = await client.rows('/system/script/job/print', '?type=api-login')
  await other.call('/system/script/job/remove', `=.id=${login?.['.id']}`)
  await client.until(() => client.isClosed)
})

/** Starts a job on a connection of its own, ends that, and reports whether the job goes on. */
async function survives(simulator: Simulator, ending: 'fin' | 'reset'): Promise<boolean> {
  const observer = await logIn(simulator)
  const socket = createConnection({ port: simulator.ports.api ?? 0, host: '127.0.0.1' })
  socket.write(encodeSentence(['/login', '=name=admin', '=password=secret']))
  socket.write(encodeSentence(['/execute', '=script=:delay 1h']))
  await expect.poll(() => commands(observer)).toHaveLength(1)
  if (ending === 'fin') socket.end()
  else socket.resetAndDestroy()
  await expect.poll(() => simulator.connections).toBe(1)
  return (await commands(observer)).length === 1
}

test.each([
  [{}, 'fin', true],
  [{}, 'reset', true],
  [{ jobs: { fin: false } }, 'fin', false],
  [{ jobs: { fin: false } }, 'reset', true],
  [{ jobs: { reset: false } }, 'reset', false],
] satisfies [SimulatorOptions, 'fin' | 'reset', boolean][])(
  'with %j, after %s a job goes on: %s',
  async (options, ending, expected) => {
    expect(await survives(await router(options), ending)).toBe(expected)
  },
)

test('jobs end at a reboot', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/execute', '=script=:delay 300ms; /ip dns set servers=1.1.1.1')
  await simulator.reboot()
  const again = await logIn(simulator)
  expect(await commands(again)).toEqual([])
  await again.rows('/execute', '=script=:delay 400ms', '=as-string=')
  expect((await again.rows('/ip/dns/print'))[0]?.['servers']).not.toBe('1.1.1.1')
})

test('a rollback without a reboot: a job reverts the change unless it is removed', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call(
    '/execute',
    '=script=:delay 500ms; /ip address set [find address="10.77.0.1/24"] address=10.2.0.1/24',
  )
  client.send('/ip/address/set', '=.id=*1', '=address=10.77.0.1/24')
  await expect.poll(() => simulator.table('ip/address')[0]?.['address']).toBe('10.77.0.1/24')
  await expect.poll(() => simulator.table('ip/address')[0]?.['address']).toBe('10.2.0.1/24')
  expect(await client.rows('/system/resource/print')).toHaveLength(1)
})

test('a script has at most 64 kB', async () => {
  const client = await logIn(await router())
  const source = `:put a\n#${'x'.repeat(65_536 - 8)}`
  expect(await output(client, source)).toBe('a')
  for (const words of [
    ['/execute', `=script=${source}x`, '=as-string='],
    ['/system/script/add', '=name=a', `=source=${source}x`],
    ['/system/scheduler/add', '=name=a', `=on-event=${source}x`],
  ]) {
    await expect(client.rows(...words)).rejects.toThrow('longer than 64 kB')
  }
})
