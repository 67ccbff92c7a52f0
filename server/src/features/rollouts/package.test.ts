import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rollouts } from '@trunkline/contract/resources/rollout'
import { routerosPackages } from '@trunkline/contract/resources/routeros-package'
import { packageFile, type PackageOfFile, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '../../access/token.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { objectPath } from '../attachments/object-path.ts'
import { createRolloutRunner } from '../../testing/devices/rollout-fixture.ts'
import { replied } from '../../testing/messages.ts'
import { formOf } from '../../testing/multipart.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
const runner = createRolloutRunner(fixture, { retrySeconds: 0 })
let provider: ApiCall
let master: ApiCall
beforeAll(async () => {
  provider = await fixture.as('provider')
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

const version = '7.20.4'
const arm = { name: 'routeros', version, architecture: 'arm' }
const nameOf = ({ name, version: of, architecture }: PackageOfFile) =>
  `${name}-${of}${architecture === 'x86' ? '' : `-${architecture}`}.npk`
const upload = (call: ApiCall, of: PackageOfFile, { name = nameOf(of), bytes = packageFile(of), ...fields } = {}) =>
  call('POST', routerosPackages.store.path, formOf(fields, { name, bytes }))
const added = async (call: ApiCall, of: PackageOfFile): Promise<number> => {
  const reply = await upload(call, of)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const fileError = (reply: Awaited<ReturnType<ApiCall>>) => [
  reply.status,
  reply.body.error.messages?.file?.reason ?? reply.body.error.reason,
]

let seed = 300
async function managed(of: SimulatorOptions = {}) {
  // `switch`: RouterOS 7 on arm, with the main package only.
  const router = await fixture.router({ personality: 'switch', speed: 1, seed: ++seed, version: '7.18.2', ...of })
  return { router, id: await fixture.device({ router, name: `Router ${seed}` }) }
}
const settings = { channel: 'stable', canaries: 0, soak_minutes: 0, routerboard: false }
const post = (ids: number[], more: object = {}) =>
  master('POST', rollouts.store.path, {
    name: 'Uploaded',
    ids,
    ...settings,
    source: 'uploaded',
    target_version: version,
    ...more,
  })
async function store(ids: number[], more: object = {}): Promise<number> {
  const reply = await post(ids, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const act = async (id: number, action: string) => {
  const reply = await master('PUT', `/rollout/${id}/${action}`)
  expect(reply.status, reply.text).toBe(200)
}
const planned = async (ids: number[], more: object = {}): Promise<number> => {
  const id = await store(ids, more)
  await runner.run(id)
  return id
}
const only = async (id: number) => (await runner.devices(master, id))[0]!
const sent = (router: Simulator, command: string) => router.commands.filter(({ words }) => words[0] === command).length
const packagesOn = (router: Simulator) =>
  router.table('/file').flatMap((row) => (row['name']?.endsWith('.npk') ? [row['name']] : []))
const tokens = async () =>
  (
    await fixture.panel.sql((tx) =>
      sql<{ used: boolean }>`select used_at is not null as used from rollout_download`.execute(tx),
    )
  ).rows

/** Ends what a test left open, and deletes all packages. */
afterEach(async () => {
  await fixture.panel.sql(async (tx) => {
    await sql`update rollout set state = 'cancelled', finished_at = now() where finished_at is null`.execute(tx)
    await sql`update rollout_device set state = 'cancelled' where state not in ('held', 'current', 'upgraded', 'degraded', 'failed', 'skipped', 'cancelled')`.execute(
      tx,
    )
    await sql`delete from routeros_package`.execute(tx)
  })
})

test('a package is stored with what its header says, listed for companies below, and deleted by its owner', async () => {
  const id = await added(provider, arm)
  const client = await fixture.as('client')
  const [row] = (await master('GET', `/routeros-package/index?search=id:${id}`)).body.data
  expect(row).toMatchObject({
    name: 'routeros-7.20.4-arm.npk',
    package: 'routeros',
    routeros_version: version,
    architecture: 'arm',
    verified_by: 'header',
    built_at: expect.stringMatching(/^2025-03-14T/),
    inherited: true,
    company_name: null,
  })
  expect(row).not.toHaveProperty('object')
  expect((await client('GET', '/routeros-package/index')).status).toBe(403)
  expect((await master('DELETE', `/routeros-package/${id}/destroy`)).status).toBe(403)
  const own = await added(master, { ...arm, name: 'wireless' })
  const sibling = await fixture.as('sibling')
  expect((await sibling('GET', '/routeros-package/index')).body.data.map((one: { id: number }) => one.id)).toEqual([id])
  expect((await master('DELETE', `/routeros-package/${own}/destroy`)).status).toBe(204)
  expect((await provider('DELETE', `/routeros-package/${id}/destroy`)).status).toBe(204)
})

test.each<[string, PackageOfFile, string, object]>([
  ['a name with another architecture', arm, 'routeros-7.20.4-arm64.npk', { reason: 'npk.name_differs' }],
  ['a name with another version', arm, 'routeros-7.20.5-arm.npk', { reason: 'npk.name_differs' }],
  [
    'an unknown architecture and a name of its own',
    { ...arm, architecture: 'I' },
    'upgrade.npk',
    { reason: 'npk.unknown' },
  ],
])('%s is rejected', async (_, of, name, { reason }: { reason?: string }) => {
  expect(fileError(await upload(master, of, { name }))).toEqual([422, reason])
})

test('what the header lacks is taken from the file name, also of a repeated download', async () => {
  const reply = await upload(master, { ...arm, architecture: 'I' }, { name: 'routeros-7.20.4-arm (1).npk' })
  expect(reply.status, reply.text).toBe(201)
  const { data } = (await master('GET', '/routeros-package/index')).body
  expect(data).toMatchObject([{ name: 'routeros-7.20.4-arm.npk', verified_by: 'file_name' }])
  const six = await upload(
    master,
    { ...arm, version: '6.49.10', architecture: 'mipsbe' },
    { name: 'routeros-mipsbe-6.49.10.npk' },
  )
  expect(six.status, six.text).toBe(201)
  const pre = await upload(
    master,
    { ...arm, version: '7.21rc2', architecture: 'x86' },
    { name: 'routeros-7.21rc2.npk' },
  )
  expect(pre.status, pre.text).toBe(201)
})

test('damaged files, others than packages, and duplicates are rejected', async () => {
  const whole = packageFile(arm)
  expect(fileError(await upload(master, arm, { bytes: whole.subarray(0, 900) }))).toEqual([422, 'npk.damaged'])
  expect(fileError(await upload(master, arm, { bytes: Buffer.concat([whole, whole]) }))).toEqual([422, 'npk.damaged'])
  const broken = Buffer.from(whole)
  broken.writeUInt32LE(0xffff, 10)
  expect(fileError(await upload(master, arm, { bytes: broken }))).toEqual([422, 'npk.damaged'])
  expect(fileError(await upload(master, arm, { bytes: Buffer.from('PK\u0003\u0004') }))).toEqual([422, 'npk.format'])
  await added(provider, arm)
  expect((await upload(master, arm)).body.error.messages).toEqual({
    file: replied('npk.exists_as', { name: 'routeros-7.20.4-arm.npk' }),
  })
  await added(master, { ...arm, name: 'iot' })
  expect(
    fileError(await upload(master, { ...arm, name: 'iot' }, { bytes: packageFile({ ...arm, name: 'iot' }, 5) })),
  ).toEqual([409, 'npk.other_content'])
})

test('a device fetches the packages of the company above, and installs them once', async () => {
  await added(provider, arm)
  const { router, id: device } = await managed()
  const id = await planned([device])
  expect(await only(id)).toMatchObject({ state: 'planned', planned_version: version, packages: ['routeros'] })
  expect(sent(router, '/tool/fetch')).toBe(0)
  const inUse = await provider(
    'DELETE',
    `/routeros-package/${(await provider('GET', '/routeros-package/index')).body.data[0].id}/destroy`,
  )
  expect([inUse.status, inUse.body.error.reason]).toEqual([409, 'npk.in_use'])
  await act(id, 'start')
  await runner.run(id)
  const shown = await only(id)
  expect(shown, JSON.stringify(shown)).toMatchObject({ state: 'upgraded', version_after: version })
  expect(shown.differences.map(({ reason }) => reason)).not.toContain('rollout.packages_missing_after')
  expect([router.packages.installed, sent(router, '/tool/fetch'), sent(router, '/system/reboot')]).toEqual([
    [version],
    1,
    1,
  ])
  // MikroTik's server was not asked.
  expect(sent(router, '/system/package/update/check-for-updates')).toBe(0)
  expect([packagesOn(router), await tokens()]).toEqual([[], []])
}, 60_000)

test('all installed packages are needed, and since 7.13 the driver of the radios', async () => {
  const { id: device } = await managed({ personality: 'v7-wireless', version: '7.12.1' })
  const name = `Router ${seed}`
  await added(master, arm)
  // Not read yet: the device is held when it is.
  const id = await planned([device])
  expect(await only(id)).toMatchObject({
    state: 'held',
    detail: { reason: 'rollout.packages_missing', params: { packages: 'wireless-7.20.4-arm' } },
  })
  // Its readings are stored now: rejected at the field.
  await fixture.panel.sql((tx) =>
    sql`update hardware_state set packages = '{routeros}', wifi_stacks = '{local-wireless}' where hardware_id = ${device}`.execute(
      tx,
    ),
  )
  const reply = await post([device])
  expect([reply.status, reply.body.error.messages]).toEqual([
    422,
    { 'ids.0': replied('rollout.package_missing', { device: name, packages: 'wireless-7.20.4-arm' }) },
  ])
  await added(master, { ...arm, name: 'wireless' })
  const second = await planned([device])
  expect(await only(second)).toMatchObject({ state: 'planned', packages: ['routeros', 'wireless'] })

  const { id: later, router } = await managed({ personality: 'v7-wireless', version: '7.16.2' })
  const third = await planned([later])
  await act(third, 'start')
  await runner.run(third)
  const shown = await only(third)
  expect(shown, JSON.stringify(shown)).toMatchObject({ state: 'upgraded', packages: ['routeros', 'wireless'] })
  expect(router.table('/system/package').map((row) => [row['name'], row['version']])).toEqual([
    ['routeros', version],
    ['wireless', version],
  ])
}, 60_000)

test('a version without packages, below the factory version, or for another architecture is rejected at its field', async () => {
  const { id: device } = await managed()
  const errors = async (more: object = {}) => {
    const { status, body } = await post([device], more)
    return [
      status,
      ...Object.entries(body.error.messages ?? {}).map(
        ([field, one]) => `${field} ${(one as { reason: string }).reason}`,
      ),
    ]
  }
  expect(await errors()).toEqual([422, 'target_version rollout.no_packages'])
  expect(await errors({ target_version: null })).toEqual([422, 'target_version field.required'])
  await added(master, { ...arm, architecture: 'mipsbe' })
  await fixture.panel.sql((tx) =>
    sql`insert into hardware_state (hardware_id, routeros_version, architecture, packages, factory_software) values (${device}, '7.18.2', 'arm', '{routeros}', '7.17')`.execute(
      tx,
    ),
  )
  expect(await errors()).toEqual([422, 'ids.0 rollout.package_missing'])
  await added(master, { ...arm, version: '7.16', architecture: 'arm' })
  expect(await errors({ target_version: '7.16' })).toEqual([422, 'target_version rollout.device_below_factory'])
  // The same for an offered version.
  expect(await errors({ source: 'offered', target_version: '7.16' })).toEqual([
    422,
    'target_version rollout.device_below_factory',
  ])
  await added(master, { ...arm, version: '7.18' })
  expect(await errors({ target_version: '7.18' })).toEqual([422, 'target_version rollout.version_older'])
  await fixture.panel.sql((tx) =>
    sql`update hardware_state set routeros_version = '6.49.10', factory_software = null where hardware_id = ${device}`.execute(
      tx,
    ),
  )
  await added(master, arm)
  expect(await errors()).toEqual([422, 'ids.0 rollout.version_step'])
})

test('a device that was never read is held before it fetches anything', async () => {
  await added(master, { ...arm, architecture: 'mipsbe' })
  const { router, id: device } = await managed()
  const id = await planned([device])
  expect(await only(id)).toMatchObject({ state: 'held', detail: { reason: 'rollout.packages_missing' } })
  await added(master, { ...arm, version: '7.18', architecture: 'arm' })
  const { id: other } = await managed()
  const older = await planned([other], { target_version: '7.18' })
  expect(await only(older)).toMatchObject({ state: 'held', detail: { reason: 'rollout.installed_newer' } })
  expect([sent(router, '/tool/fetch'), packagesOn(router)]).toEqual([0, []])
}, 30_000)

test('a file that differs from the uploaded package fails the device, and is removed', async () => {
  const id = await added(master, arm)
  const { router, id: device } = await managed()
  const rollout = await planned([device])
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ object: string }>`select object from routeros_package where id = ${id}`.execute(tx),
  )
  // Another version of the same size.
  await writeFile(
    join(fixture.panel.deps.config.files.folder, objectPath(rows[0]!.object)),
    packageFile({ ...arm, version: '7.20.5' }),
  )
  await act(rollout, 'start')
  await runner.run(rollout)
  expect(await only(rollout)).toMatchObject({
    state: 'failed',
    detail: { reason: 'rollout.file_differs' },
  })
  expect([packagesOn(router), sent(router, '/system/reboot'), await tokens()]).toEqual([[], 0, []])
}, 60_000)

test('a device that cannot fetch is not restarted', async () => {
  await added(master, arm)
  const { router, id: device } = await managed()
  const rollout = await planned([device])
  router.faults.add({
    kind: 'refuse',
    menu: 'tool',
    verb: 'fetch',
    message: 'failure: not allowed by device-mode',
  })
  await act(rollout, 'start')
  await runner.run(rollout)
  expect(await only(rollout)).toMatchObject({ state: 'failed', detail: { reason: 'rollout.fetch_failed' } })
  expect([packagesOn(router), sent(router, '/system/reboot')]).toEqual([[], 0])
}, 60_000)

test('a pause after the download removes the files', async () => {
  await added(master, arm)
  const { router, id: device } = await managed()
  const rollout = await planned([device])
  await act(rollout, 'start')
  router.faults.add({ kind: 'slow', ms: 700, menu: 'tool', verb: 'fetch' })
  const running = runner.step(rollout)
  await expect.poll(() => sent(router, '/tool/fetch'), { timeout: 5000 }).toBe(1)
  await act(rollout, 'pause')
  await running
  expect([(await only(rollout)).state, packagesOn(router), sent(router, '/system/reboot')]).toEqual(['planned', [], 0])
  await act(rollout, 'resume')
  await runner.run(rollout)
  expect((await only(rollout)).state).toBe('upgraded')
}, 60_000)

test.each([
  ['tool', 'fetch', '/tool/fetch'],
  ['system', 'reboot', '/system/reboot'],
] as const)(
  'a worker that is killed during %s/%s is replaced, and the packages are installed once',
  async (menu, verb, command) => {
    await added(master, arm)
    await added(master, { ...arm, name: 'wireless' })
    const { router, id: device } = await managed({ personality: 'v7-wireless', version: '7.16.2' })
    const rollout = await planned([device])
    await act(rollout, 'start')
    router.faults.add({ kind: 'slow', ms: 1500, menu, verb })
    const script = fileURLToPath(new URL('../../testing/devices/rollout-worker.ts', import.meta.url))
    const limits = JSON.stringify({ leaseSeconds: 1, connectMs: 1000, lookMs: 1500, pauseMs: 50, upgradeMs: 4000 })
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, fixture.panel.url, String(rollout), limits, fixture.address],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    await expect.poll(() => sent(router, command), { timeout: 20_000 }).toBe(1)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    await expect
      .poll(
        async () => {
          await runner.step(rollout)
          await fixture.worker.commands.workOff(device)
          return (await only(rollout)).state
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBe('upgraded')
    expect([router.packages.installed, packagesOn(router), await tokens()]).toEqual([[version], [], []])
  },
  60_000,
)

test('a router that discards the packages is not taken for upgraded', async () => {
  await added(master, arm)
  const { router, id: device } = await managed()
  router.packages.installs = false
  const rollout = await planned([device])
  await act(rollout, 'start')
  await runner.run(rollout)
  expect(await only(rollout)).toMatchObject({ state: 'failed', detail: { reason: 'rollout.not_installed' } })
  expect([packagesOn(router), await tokens()]).toEqual([[], []])
}, 60_000)

test('a token is for one download, by its device, while its command runs', async () => {
  const package_id = await added(master, arm)
  const { id: device } = await managed()
  const { id: other } = await managed()
  const rollout = await planned([device])
  const { id: member } = await only(rollout)
  const issue = async (state: string, expires = '1 hour'): Promise<string> => {
    const token = newToken()
    await fixture.panel.sql(async (tx) => {
      await sql`update device_command set state = 'done', finished_at = now() where hardware_id = ${device}`.execute(tx)
      const { rows } = await sql<{ id: number }>`
        insert into device_command (hardware_id, company_id, kind, target, state, requested_by, deadline_at) select id, company_id, 'upgrade', 'install', ${state}, 'x', now() + interval '1 hour' from hardware where id = ${device} returning id`.execute(
        tx,
      )
      await sql`
        insert into rollout_download (rollout_device_id, hardware_id, package_id, command_id, token_hash, expires_at)
        values (${member}, ${device}, ${package_id}, ${rows[0]!.id}, ${hashToken(token).toString('hex')}, now() + ${expires}::interval)`.execute(
        tx,
      )
    })
    return token
  }
  const get = async (hardware: number, token: string) => {
    const reply = await fetch(`${fixture.address}/api/hook/package/${hardware}/${token}`)
    return [reply.status, (await reply.arrayBuffer()).byteLength]
  }
  const token = await issue('running')
  expect((await get(other, token))[0]).toBe(404)
  expect(await get(device, token)).toEqual([200, packageFile(arm).length])
  expect((await get(device, token))[0]).toBe(404)
  expect((await get(device, await issue('done')))[0]).toBe(404)
  expect((await get(device, await issue('running', '-1 second')))[0]).toBe(404)
  expect((await get(device, newToken()))[0]).toBe(404)
})
