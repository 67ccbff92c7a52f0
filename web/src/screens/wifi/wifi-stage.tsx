import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { UserRole } from '@trunkline/contract/abilities'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { Site } from '@trunkline/contract/resources/site'
import type { FoundNetwork, WifiController, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { controllerRow, settingRow } from './wifi-samples.ts'

/** A site's Wi-Fi for tests of its pages: an API that answers, and a page with one screen. */

const now = '2026-03-01T12:00:00.000Z'

const command: Command = {
  id: 77,
  hardware_id: 9,
  hardware_name: 'Quay router',
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'wifi',
  target: 'wifi',
  verb: 'push',
  label: 'Wi-Fi "Harbour": write to the device',
  state: 'running',
  step: 'writing',
  detail: '',
  guarded: false,
  requested_by: 'Mara Lind',
  created_at: now,
  started_at: now,
  finished_at: null,
  result: null,
  changes: [],
}

const site: Site = {
  id: 3,
  name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  city: null,
  countyIsoCode: null,
  telephone: null,
  contact_name: null,
  status: 'online',
  hardware_count: 2,
  online_count: 2,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  phone_country_code: null,
  phone_number: null,
  contact_email: null,
  address_line_1: null,
  address_line_2: null,
  region: null,
  postcode: null,
  latitude: null,
  longitude: null,
  time_zone: 'Europe/Berlin',
  notes: null,
  version: 1,
  path: [],
}

export interface Stage {
  api: ApiServer
  settings: WifiSetting[]
  controllers: WifiController[]
  found: FoundNetwork[]
  /** How the command stands that was asked for. */
  command: Partial<Command>
  open: (Screen: () => ReactNode, path: string, role?: UserRole) => Promise<void>
  /** Where the page is now. */
  path: () => string
  close: () => Promise<void>
}

export const asked = { id: 77, job: 77, state: 'queued' as const }
export const askedOf = { ...asked, hardware_id: 9, hardware_name: 'Quay router' }
export const base = '/api/site/3/wifi'

export async function startStage(): Promise<Stage> {
  const api = await startApiServer()
  let page: Root | undefined
  let where = () => ''
  const stage: Stage = {
    api,
    settings: [settingRow()],
    controllers: [controllerRow()],
    found: [],
    command: {},
    async open(Screen, path, role = 'admin') {
      keepSession(sessionFor({ role }))
      const root = createRootRoute()
      const route = (at: string, component: () => ReactNode) =>
        createRoute({ getParentRoute: () => root, path: at, component })
      const [at = path] = path.split('?')
      const pattern = at.replace('/site/3', '/site/$id').replace('/wifi/5', '/wifi/$wifiId')
      const elsewhere = pattern === '/site/$id/wifi' ? [] : [route('/site/$id/wifi', () => <p>the networks</p>)]
      const router = createRouter({
        routeTree: root.addChildren([route(pattern, Screen), ...elsewhere]),
        history: createMemoryHistory({ initialEntries: [path] }),
      })
      where = () => router.state.location.href
      const host = document.createElement('div')
      document.body.append(host)
      page = createRoot(host)
      await act(async () =>
        page?.render(
          <MantineProvider env="test">
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router as never} />
            </QueryClientProvider>
          </MantineProvider>,
        ),
      )
    },
    path: () => where(),
    async close() {
      await act(async () => page?.unmount())
      document.body.innerHTML = ''
      queryClient.clear()
      clearSession()
      await api.close()
    },
  }
  const pagination = { total: 1, count: 1, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 1 }
  api.on('GET /api/site/3/show', () => ({
    data: site,
  }))
  api.on(`GET ${base}/setting/index`, () => ({
    data: stage.settings,
    controllers: stage.controllers,
    found: stage.found,
    options: { encryptions: [] },
    meta: { pagination },
  }))
  api.on(`GET ${base}/setting/5/show`, () => ({ data: stage.settings[0] }))
  api.on('GET /api/hardware/command/77/show', () => ({ data: { ...command, ...stage.command } }))
  api.on('GET /api/country/list', () => ({
    data: [
      { id: 'DE', name: 'Germany', dial_code: '49' },
      { id: 'NO', name: 'Norway', dial_code: '47' },
    ],
    default_iso: 'DE',
  }))
  for (const deed of ['push', 'pull', 're-provision', 'controller-change-status'])
    api.on(`PUT ${base}/setting/5/${deed}`, () => reply(202, { data: asked }))
  return stage
}

export const text = () => (document.body.textContent ?? '').replaceAll(/@media [^}]*\}\}/g, '')

export async function until(there: () => boolean, what: string): Promise<void> {
  // Chunks come late on a machine that is shared.
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${text()}`)
}
export const shows = (words: string) => until(() => text().includes(words), words)

/** Buttons and links by what they are called. */
export const named = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('button, a, [role="menuitem"]')].filter(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
  )
export async function press(name: string, at = 0): Promise<void> {
  await until(() => named(name).length > at, `button ${name}`)
  await act(async () => named(name)[at]?.click())
}

/** An input by its label; that of a switch stands within its label. */
export const field = (label: string): HTMLInputElement => {
  const is = (one: Element) => one.textContent?.replace(' *', '') === label
  const found = [...document.querySelectorAll('label')].find(is)
  const inside = [...document.querySelectorAll('label span')].find(is)?.closest('label')
  const id = found?.getAttribute('for') ?? inside?.getAttribute('for') ?? ''
  return (document.getElementById(id) ?? inside?.querySelector('input') ?? null) as HTMLInputElement
}
export const type = (label: string, value: string) =>
  act(async () => {
    const input = field(label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
export const tick = (label: string) => act(async () => field(label).click())
