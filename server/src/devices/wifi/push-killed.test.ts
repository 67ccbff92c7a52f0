import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { quick } from '../../testing/devices/device-fixture.ts'
import { setupWifiFixture, writesOf } from '../../testing/devices/wifi-fixture.ts'

const fixture = await setupWifiFixture()
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const timeouts = { ...quick, leaseSeconds: 1 }

test('when a worker is killed while writing a network another one continues, without duplicates', async () => {
  const sim = await fixture.router({ personality: 'v7-wifi' })
  const id = await fixture.device({ router: sim })
  const own = await fixture.setting(id, 'wifi-capsman', { ssid: 'Events' })
  const silent = sim.faults.add({ kind: 'silent', menu: 'interface/wifi/configuration', verb: 'add', does: true })
  const order = fixture.order(id, { action: 'push', stack: 'wifi-capsman', setting_id: own })
  const { id: command } = await fixture.submit(fixture.createService(timeouts), order)
  const script = fileURLToPath(new URL('../../testing/devices/device-worker.ts', import.meta.url))
  const args = ['--import', 'tsx', script, fixture.database.url, String(id), JSON.stringify(timeouts)]
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const created = () => sim.table('interface/wifi/configuration').filter((row) => row['name'] === `tl-${own}`)
  for (const end = Date.now() + 30_000; created().length === 0 && Date.now() < end;) await sleep(20)
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
  silent()
  const devices = fixture.createService(timeouts)
  for (const end = Date.now() + 30_000; (await fixture.seen(command)).state === 'running' && Date.now() < end;) {
    await devices.commands.workOff(id)
    await sleep(50)
  }
  expect(await fixture.seen(command)).toMatchObject({ state: 'done', attempts: 2 })
  expect(created()).toHaveLength(1)
  expect(writesOf(sim).filter((one) => one === '/interface/wifi/configuration/add')).toHaveLength(1)
  expect(await fixture.network(devices, id, 'Events')).toMatchObject({ interfaces: { length: 6 } })
}, 60_000)
