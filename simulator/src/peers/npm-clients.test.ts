import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { router } from '../testing/routers.ts'

const require = createRequire(import.meta.url)

interface NodeRouteros {
  RouterOSAPI: new (options: { host: string; port: number; user: string; password: string; timeout: number }) => {
    connect(): Promise<unknown>
    write(command: string | readonly string[]): Promise<Record<string, string>[]>
    close(): Promise<unknown>
  }
}

test.each([
  ['v7-wireless', '7.16.2'],
  ['v6-capsman', '6.49.17'],
  ['v6-capsman', '6.42.12'],
] as const)('node-routeros, which does not support !empty, works with %s of %s', async (personality, version) => {
  const simulator = await router({ personality, version })
  const { RouterOSAPI } = require('node-routeros') as NodeRouteros
  const client = new RouterOSAPI({
    host: '127.0.0.1',
    port: simulator.ports.api ?? 0,
    user: 'admin',
    password: 'secret',
    timeout: 10,
  })
  await client.connect()
  expect(await client.write('/ip/address/print')).toHaveLength(3)
  expect(await client.write(['/ip/address/print', '?address=none'])).toEqual([])
  const added = await client.write(['/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2'])
  expect(added).toEqual([{ ret: '*4' }])
  await expect(client.write(['/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2'])).rejects.toThrow(
    'already have such address',
  )
  await client.close()
})

interface MikroRouteros {
  RouterOSClient: new (
    host: string,
    port?: number,
    timeout?: number,
  ) => {
    connect(): Promise<void>
    login(user: string, password: string): Promise<unknown>
    runQuery(command: string, values?: Record<string, string>): Promise<Record<string, string>[]>
    close(): void
  }
}

test.each([
  ['v7-wifi', '7.19.4'],
  ['v6-capsman', '6.49.17'],
] as const)('mikro-routeros works with %s of %s', async (personality, version) => {
  const simulator = await router({ personality, version })
  const { RouterOSClient } = require('mikro-routeros') as MikroRouteros
  const client = new RouterOSClient('127.0.0.1', simulator.ports.api, 5000)
  await client.connect()
  await client.login('admin', 'secret')
  const rows = await client.runQuery('/ip/pool/print')
  expect(rows.map((row) => row['name'])).toEqual(['default-dhcp', 'guests'])
  const identity = await client.runQuery('/system/identity/print')
  expect(identity).toEqual([{ name: 'MikroTik' }])
  client.close()
})
