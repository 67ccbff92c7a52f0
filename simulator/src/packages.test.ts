import { expect, test } from 'vitest'
import type { Simulator } from './index.ts'
import { packageFile, readPackageFile } from './router/npk.ts'
import { logIn, router } from './testing/routers.ts'

const version = '7.20.4'
const of = (name: string, more: object = {}) => ({ name, version, architecture: 'arm', ...more })
const put = (simulator: Simulator, name: string, more: object = {}) =>
  simulator.writeFile(`${name}.npk`, packageFile(of(name, more)))
const logged = (simulator: Simulator) => simulator.table('log').map((row) => row['message'] ?? '')
const installed = (simulator: Simulator) =>
  simulator.table('system/package').map((row) => `${row['name']} ${row['version']}`)

test('a package says what it is, also of a pre-release', () => {
  for (const one of [
    of('routeros'),
    of('wireless', { version: '7.21rc2' }),
    of('iot', { version: '7.20', architecture: 'mipsbe' }),
  ])
    expect(readPackageFile(packageFile(one))).toEqual(one)
  expect(readPackageFile(packageFile(of('iot')).subarray(1))).toBeUndefined()
  expect(readPackageFile(packageFile(of('iot')).subarray(0, 100))).toBeUndefined()
})

test('packages in the root are installed by a restart, all or none', async () => {
  const simulator = await router({ personality: 'v7-wireless', version: '7.16.2' })
  put(simulator, 'routeros')
  const client = await logIn(simulator)
  expect(await client.rows('/file/print', '?name=routeros.npk')).toMatchObject([
    { type: 'package', 'package-name': 'routeros', 'package-version': version, 'package-architecture': 'arm' },
  ])
  await simulator.reboot()
  expect(installed(simulator)).toEqual(['routeros 7.16.2', 'wireless 7.16.2'])
  expect(logged(simulator)).toContain('can not install routeros-7.20.4: wireless-7.20.4 is required')
  put(simulator, 'wireless')
  await simulator.reboot()
  expect(installed(simulator)).toEqual(['routeros 7.20.4', 'wireless 7.20.4'])
  expect(simulator.table('file').filter((row) => row['type'] === 'package')).toEqual([])
})

test('packages for another architecture and older ones are not installed', async () => {
  const simulator = await router({ personality: 'switch', version: '7.18.2' })
  put(simulator, 'routeros', { architecture: 'mipsbe' })
  await simulator.reboot()
  expect(logged(simulator)).toContain('can not install routeros.npk: wrong architecture mipsbe')
  put(simulator, 'routeros', { version: '7.17' })
  await simulator.reboot()
  expect(logged(simulator)).toContain('can not install routeros-7.17: it is older than the installed version')
  expect(installed(simulator)).toEqual(['routeros 7.18.2'])
})
