import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Session } from '@trunkline/routeros'
import { requestedCommands, requestedMenus } from '@trunkline/routeros/testing/requested'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deviceLogin, startRouter } from '../testing/devices/create-device.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, device, system } = fixture
afterAll(() => fixture.drop())

test.each(['v6-capsman', 'v7-wireless', 'v7-wifi', 'lte', 'switch', 'chr'] as const)(
  'everything that polls and a guarded change request of %s is covered by checks of RouterOS',
  async (personality) => {
    const router = await startRouter({ personality, ssh: 0, speed: 20 })
    const id = await device({ router })
    const service = createService()
    service.startPolling({ intervals: { fast: 400, slow: 800, watched: 200, backup: 86_400_000, rest: 800 } })
    const menus = async () => {
      const { rows } = await system((tx) =>
        sql<{ menu: string }>`select menu from hardware_menu where hardware_id = ${id}`.execute(tx),
      )
      return rows.map(({ menu }) => menu)
    }
    await expect.poll(menus, { timeout: 20_000 }).toEqual(expect.arrayContaining(['interface', 'ip/address']))
    const end = await fixture.runCommand(service, {
      hardware_id: id,
      kind: 'change',
      guarded: true,
      change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: '9.9.9.9' } }] },
    })
    expect(end.state, JSON.stringify(end.detail)).toBe('done')
    await fixture.end()
    // More than a login.
    expect(router.commands.length).toBeGreaterThan(30)
    await router.stop()
  },
)

/** Menus in the code of the server and the client, with the properties of literal lists. */
function menusInCode(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (menu: string, properties = '') => {
    const known = found.get(menu) ?? new Set()
    for (const [, property = ''] of properties.matchAll(/'([^']+)'/g)) if (property !== '.id') known.add(property)
    found.set(menu, known)
  }
  for (const folder of ['server/src/devices', 'server/src/features', 'routeros/src/actions', 'routeros/src/menus']) {
    const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url))
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const code = readFileSync(join(root, name), 'utf8')
      for (const [, menu = '', list] of code.matchAll(/\.print\(\s*'([^']+)'(?:,\s*\{\s*proplist: \[([^\]]*)\])?/g))
        add(menu, list)
      for (const [, menu = ''] of code.matchAll(/\b(?:menu|root|path): '([a-z0-9-]+(?:\/[a-z0-9-]+)+)'/g)) add(menu)
    }
  }
  return found
}

test('every menu that the code names is covered, also where no simulated router has rows', () => {
  const found = menusInCode()
  expect(found.size).toBeGreaterThan(40)
  const missing = [...found].flatMap(([menu, properties]) => {
    const of = requestedMenus[menu]
    if (of === undefined) return Object.keys(requestedCommands).some((path) => path.startsWith(`${menu}/`)) ? [] : menu
    return [...properties].flatMap((one) => (of.read?.includes(one) === true ? [] : `${menu}: ${one}`))
  })
  expect(missing).toEqual([])
})

test.each<[what: string, request: (session: Session) => Promise<unknown>, message: string]>([
  ['a menu', (session) => session.print('ip/ipsec/policy'), 'read ip/ipsec/policy'],
  [
    'a property that is read',
    (session) => session.print('ip/pool', { proplist: ['name', 'not-a-property'] }),
    'read ip/pool: not-a-property',
  ],
  [
    'a property of a query',
    (session) => session.print('ip/pool', { where: { 'not-queried': 'x' } }),
    'read ip/pool: not-queried',
  ],
  [
    'a property that is written',
    (session) => session.add('ip/pool', { name: 'a', ranges: '10.9.0.1', 'not-written': 'x' }),
    'write ip/pool: not-written',
  ],
  ['a command', (session) => session.run('system/shutdown'), 'run system/shutdown'],
  [
    'an argument of a command',
    (session) => session.run('execute', { script: ':put 1', 'not-passed': '' }),
    'run execute: not-passed',
  ],
])('%s that no check covers fails the test that stops the router', async (_, request, message) => {
  const router = await startRouter()
  const session = await connect({
    host: router.host,
    port: router.ports.api as number,
    transport: 'api',
    ...deviceLogin,
  })
  await request(session).catch(() => undefined)
  await session.close()
  await expect(router.stop()).rejects.toThrow(message)
})
