import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { HardwareRow } from '@trunkline/contract/resources/hardware'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { loadTexts, startLanguage } from '../../i18n/language.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { clearNotices, useNotices } from '../../ui/notify.ts'
import type { Summary } from './site-figures.tsx'
import { SiteHardware } from './site-hardware.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const device = (id: number, name: string): HardwareRow =>
  ({
    id,
    name,
    serial_number: `S${id}`,
    model_name: 'hAP ax³',
    kind: 'router',
    company_id: 41,
    site_id: 7,
    is_online: null,
    online_status: 'unknown',
    polled_at: null,
    deleted_at: null,
  }) as HardwareRow
const summary = {
  site: { id: 7, name: 'Annexe', company_id: 41, company_name: 'Client', deleted_at: null },
  hardware: { total: 2, online: 0, offline: 0, unknown: 2, kinds: [], first: [device(5, 'r5'), device(6, 'r6')] },
  services: { total: 0, active: 0, online: 0 },
  warranties: 0,
} as unknown as Summary

let api: ApiServer
let page: Root

beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['panel', 'sites', 'devices', 'hardware'])
})
beforeEach(async () => {
  api = await startApiServer()
})
afterEach(async () => {
  await act(async () => page.unmount())
  document.body.innerHTML = ''
  queryClient.clear()
  clearNotices()
  clearSession()
  await api.close()
})

const until = async (there: () => boolean, what: string) => {
  for (let turn = 0; turn < 240; turn++) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${document.body.textContent}`)
}
const text = () => document.body.textContent ?? ''
const shows = (words: string) => until(() => text().includes(words), words)
const button = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === words)
const press = async (words: string) => {
  await until(() => button(words) !== undefined, `button ${words}`)
  await act(async () => button(words)?.click())
}

function Notices() {
  return useNotices().map(({ id, kind, text: said }) => <p key={id}>{`${kind}! ${said}`}</p>)
}

async function open(session = sessionFor()) {
  keepSession(session)
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: () => <SiteHardware summary={summary} /> }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const host = document.createElement('div')
  document.body.append(host)
  page = createRoot(host)
  await act(async () =>
    page.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await shows('r6')
}

describe('the devices of a site', () => {
  it('are asked whether they are there, and each says so or why not', async () => {
    api.on('PUT /api/site/7/hardware/status', () => ({
      data: [
        { id: 5, name: 'r5', is_online: true, fault: null, message: null, polled_at: null, ms: 34 },
        { id: 6, name: 'r6', is_online: false, fault: 'tunnel', message: 'No session.', polled_at: null, ms: null },
      ],
    }))
    await open()
    await press('Check status')
    await shows('1 of 2 devices answered just now.')
    expect(text()).toContain('answered in 34 ms')
    expect(text()).toContain('The device’s VPN tunnel is not up.')
    expect(api.of('/api/site/7/hardware/status')[0]?.body).toEqual({ hardwareIds: [5, 6] })
  })

  it('are read together, with one notice at the end that tells those that failed', async () => {
    api.on('PUT /api/site/7/refresh-hardware', () =>
      reply(202, {
        data: [
          { id: 31, job: 31, state: 'queued', hardware_id: 5 },
          { id: 32, job: 32, state: 'queued', hardware_id: 6 },
        ],
      }),
    )
    const command = { hardware_name: 'r', kind: 'reload', target: '', verb: '', label: '', step: '', detail: '' }
    api.on('GET /api/hardware/command/31/show', () => ({ data: { ...command, id: 31, hardware_id: 5, state: 'done' } }))
    api.on('GET /api/hardware/command/32/show', () => ({
      data: { ...command, id: 32, hardware_id: 6, state: 'unreachable' },
    }))
    await open()
    await press('Read all')
    await shows('1 of 2 devices were read, 1 failed.')
    await shows('error! 1 of 2 commands ended well')
    // Not one notice a device.
    expect(text().match(/(?:error|success)!/g)).toHaveLength(1)
  })

  it('are not asked by those who only look', async () => {
    await open(sessionFor({ role: 'read-only' }))
    expect(button('Check status')).toBeUndefined()
    expect(button('Read all')).toBeUndefined()
  })

  it('say what kept them from being asked', async () => {
    api.on('PUT /api/site/7/hardware/status', () => reply(403, 'licence_missing'))
    await open()
    await press('Check status')
    await until(() => document.querySelector('[role="alert"]') !== null, 'the refusal')
    expect(text()).not.toContain('answered just now')
  })
})
