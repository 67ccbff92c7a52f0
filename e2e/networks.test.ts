import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row, Session } from '../routeros/src/index.ts'
import { firstAnswering, type AnsweringDevice } from './src/answering.ts'
import { ansibleRows, hasAnsible } from './src/ansible.ts'
import { hasLibrouteros, openRouter, librouterosRows, placeOf, type RouterTarget } from './src/at-router.ts'
import { currentViolations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { choose } from './src/invite.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let admin: Visitor
let device: AnsweringDevice
/** A direct connection to the same router. */
let router: Session
let place: RouterTarget

const started = Date.now()

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  admin = await visit(browser, panel.origin)
  await signInDemo(admin.page, 'admin', 'simrush')
  device = await firstAnswering(admin.page, 'router')
  place = await placeOf(panel, admin.page, device.id)
  router = await openRouter(place)
})
afterAll(async () => {
  console.log(`networks: ${Math.round((Date.now() - started) / 1000)} s`)
  await router?.close()
  await browser?.close()
  await panel?.stop()
})

/** Rows of a menu; retried while the router restores a backup. */
const rowsOf = (menu: string): Promise<Row[]> => router.print(menu)
const only = async (menu: string, fits: (row: Row) => boolean) => (await rowsOf(menu)).filter(fits)

/** Boolean notations of the router, which third-party clients normalise. */
const plain = (value: string | undefined) => (value === 'yes' ? 'true' : value === 'no' ? 'false' : value)

/** Properties that change from one reading to the next. */
const settled = (rows: readonly Row[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        name === 'bytes' || name === 'packets' ? [] : [[name, plain(value)]],
      ),
    ),
  )

test('a network is created from one form: VLAN, address, pool and DHCP are on the router', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${device.id}/network/add`)
  await page.getByRole('heading', { level: 2, name: 'New network' }).waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('cameras')
  await page.getByRole('spinbutton', { name: 'VLAN', exact: true }).fill('66')
  await choose(page, 'Bridge', 'bridge')
  await page.getByRole('textbox', { name: /^Router address/ }).fill('10.66.0.1/24')
  const dhcp = page.getByRole('switch', { name: /^Assign addresses by DHCP/ })
  if (!(await dhcp.isChecked())) await dhcp.press('Space')
  expect(await currentViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add to device' }).click()
  await expect
    .poll(() => only('interface/vlan', (row) => row['name'] === 'cameras'), { timeout: 60_000 })
    .toEqual([expect.objectContaining({ 'vlan-id': '66', interface: 'bridge' })])
  // The page returns to the list once all rows have been read back.
  await page.getByRole('heading', { level: 2, name: 'New network' }).waitFor({ state: 'detached' })
  await page.getByText('10.66.0.1/24').first().waitFor()
  expect(await only('ip/address', (row) => row['address'] === '10.66.0.1/24')).toEqual([
    expect.objectContaining({ interface: 'cameras' }),
  ])
  const [server] = await only('ip/dhcp-server', (row) => row['interface'] === 'cameras')
  const [pool] = await only('ip/pool', (row) => row['name'] === server?.['address-pool'])
  expect(pool?.['ranges']).toMatch(/^10\.66\.0\.\d+-10\.66\.0\.\d+$/)
  expect(await only('ip/dhcp-server/network', (row) => row['address'] === '10.66.0.0/24')).toEqual([
    expect.objectContaining({ gateway: '10.66.0.1' }),
  ])
  expect(await currentViolations(page)).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
})

test('a port forward is one rule of the panel on the router, below the owner’s rules', async () => {
  const { page, errors } = admin
  const before = await rowsOf('ip/firewall/nat')
  await page.goto(`/hardware/${device.id}/firewall-nat/add`)
  await page.getByRole('textbox', { name: 'External ports' }).fill('8081')
  await page.getByRole('textbox', { name: 'Internal address' }).fill('10.66.0.20')
  await page.getByRole('textbox', { name: 'Internal ports' }).fill('80')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Camera at the gate')
  expect(await currentViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add to device' }).click()
  await expect
    .poll(() => only('ip/firewall/nat', (row) => row['dst-port'] === '8081'), { timeout: 60_000 })
    .toEqual([
      expect.objectContaining({
        chain: 'dstnat',
        action: 'dst-nat',
        protocol: 'tcp',
        'to-addresses': '10.66.0.20',
        'to-ports': '80',
        comment: expect.stringMatching(/^trunkline:.*Camera at the gate/),
      }),
    ])
  const after = await rowsOf('ip/firewall/nat')
  const known = new Set(before.map((row) => row['.id']))
  expect(after.filter((row) => known.has(row['.id'])).map((row) => row['.id'])).toEqual(before.map((row) => row['.id']))
  await page.getByText('Camera at the gate').first().waitFor()
  expect(await currentViolations(page)).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
})

/** Menus that the panel has written to above. */
const written = [
  'interface/vlan',
  'interface/bridge/vlan',
  'ip/address',
  'ip/pool',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
  'ip/firewall/nat',
]

test.skipIf(!hasLibrouteros)('third-party clients read the panel’s rows as our client does', async () => {
  for (const menu of written)
    expect(settled(await librouterosRows(place, menu)), menu).toEqual(settled(await rowsOf(menu)))
})

test.skipIf(!hasAnsible)('Ansible reads the panel’s rows as our client does', async () => {
  const read = await ansibleRows(place, written)
  for (const [i, menu] of written.entries()) expect(settled(read[i] ?? []), menu).toEqual(settled(await rowsOf(menu)))
})
