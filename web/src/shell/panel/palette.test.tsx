import type { SearchHit } from '@trunkline/contract/resources/search'
import { act, useEffect, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedSession, type SignedIn } from '../../access/session.ts'
import { setNavigator } from '../../access/navigate.ts'
import { reply } from '../../testing/api-server.ts'
import { fill, press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import PaletteActionDialog from './palette-action.tsx'
import type { PaletteAction } from './palette-records.ts'
import Palette from './palette.tsx'

const { api, visit } = screenTests(['panel', 'search', 'hardware', 'devices', 'sessions'], { notices: true })

const hit = (of: Partial<SearchHit> & Pick<SearchHit, 'kind' | 'title'>): SearchHit => ({
  id: 9,
  detail: '',
  path: 'North Reseller / Harbour Hotel',
  state: null,
  company_id: 41,
  company_type: null,
  site_id: null,
  site_name: null,
  hardware_id: null,
  session_id: null,
  since: null,
  until: null,
  ...of,
})
const router = hit({
  kind: 'hardware',
  title: 'Quay router',
  state: 'online',
  site_id: 4,
  site_name: 'Quay',
  hardware_id: 9,
})
const hotel = hit({ kind: 'companies', id: 41, title: 'Harbour Hotel', state: 'active', company_type: 'client' })
const lobby = hit({ kind: 'services', id: 17, title: 'harbour-17', state: 'online' })

const gone: string[] = []
const contexts: (number | undefined)[] = []
beforeEach(() => {
  gone.length = 0
  contexts.length = 0
  setNavigator((to) => void gone.push(to))
})

function Fixture() {
  // As in the panel, the page is there before the palette.
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  const [action, setAction] = useState<PaletteAction>()
  return (
    <main>
      <h1>Page</h1>
      <button role="tab" aria-selected="false" onClick={() => gone.push('tab')}>
        Sessions <span>3</span>
      </button>
      {open && (
        <Palette
          session={storedSession() as SignedIn}
          context={{ id: undefined, path: [], missing: false, set: (id) => void contexts.push(id) }}
          onClose={() => setOpen(false)}
          onSheet={() => undefined}
          onAction={setAction}
        />
      )}
      {action && <PaletteActionDialog of={action} onClose={() => setAction(undefined)} />}
    </main>
  )
}

const input = () => document.querySelector<HTMLInputElement>('[role="combobox"]') as HTMLInputElement
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')].map((one) => one.textContent ?? '')
const key = (name: string) =>
  act(
    async () =>
      void input().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
  )

/** Opens the palette and types; the server finds `found` whatever is asked. */
async function typed(value: string, found: SearchHit[], who: Parameters<typeof visit>[2] = {}) {
  api.on('GET /api/search/index', () => ({ data: found }))
  await visit({ '/': Fixture }, '/', who)
  await until(input, 'the field')
  await fill(input(), value)
  await until(() => !text().includes('Searching'), 'the end of the search')
}

describe('the palette', () => {
  it('shows what a record is, its state and its path, and opens it with Enter', async () => {
    await typed('4c5e', [router])
    expect(options()[0]).toBe('Quay routerOnlineDeviceNorth Reseller / Harbour Hotel / Quay')
    await key('Enter')
    expect(gone).toEqual(['/hardware/9'])
  })

  it('never runs a command by Enter that was not typed', async () => {
    await typed('quay', [router])
    expect(options().map((one) => one.replace(/Device.*|North.*/, ''))).toEqual([
      'Quay routerOnline',
      'Reboot Quay router',
      'Refresh Quay router',
      'Back up Quay router',
      'Ping from Quay router',
    ])
  })

  it('backs up a device, and opens its ping', async () => {
    api.on('POST /api/hardware/control/9/backup/store', () => reply(202, { data: { job: 6, state: 'queued' } }))
    await typed('back up quay', [router])
    expect(options()[0]).toContain('Back up Quay router')
    await key('Enter')
    await shows('Backup of Quay router (Quay) requested')
    await typed('ping from quay', [router])
    expect(options()[0]).toContain('Ping from Quay router')
    await key('Enter')
    expect(gone).toEqual(['/hardware/9/tools?tool=ping'])
  })

  it('asks before a device is rebooted, and sends the command', async () => {
    api.on('POST /api/hardware/9/reboot', () => reply(202, { data: { job: 5, state: 'queued' } }))
    await typed('reboot quay', [router])
    expect(options()[0]).toContain('Reboot Quay router')
    await until(
      () => api.of('/api/search/index').some(({ path }) => path.includes('query=quay')),
      'the search without the verb',
    )
    await key('Enter')
    await shows('Reboot Quay router (Quay)?')
    expect(api.of('/api/hardware/9/reboot')).toEqual([])
    await press('Reboot device')
    await until(() => api.of('/api/hardware/9/reboot').length === 1, 'the command')
  })

  it('disconnects all sessions of a service after a confirmation', async () => {
    const session = {
      id: 'abc',
      service_id: 17,
      service_kind: 'service',
      username: 'harbour-17',
      company_id: 41,
      company_name: 'Harbour Hotel',
      nas_id: 1,
      nas_name: 'BNG',
      nas_port: null,
      calling: null,
      called: null,
      framed_ip: null,
      framed_ipv6_address: null,
      framed_ipv6: null,
      delegated_ipv6: null,
      started_at: '2026-11-20T10:00:00.000Z',
      updated_at: '2026-11-20T10:00:00.000Z',
      seconds: 1,
      upload_bytes: 0,
      download_bytes: 0,
    }
    api.on('GET /api/network/session/index', () => ({
      data: [session],
      meta: { pagination: { total: 1, count: 1, per_page: 50, current_page: 1, last_page: 1 } },
    }))
    api.on('POST /api/network/session/disconnect', () => ({ data: [] }))
    await typed('disconnect harbour', [lobby])
    await key('Enter')
    await shows('harbour-17')
    await press('Disconnect 1 session')
    await until(() => api.of('/api/network/session/disconnect').length === 1, 'the request')
    expect(api.of('/api/network/session/disconnect')[0]?.body).toEqual({ uids: ['abc'] })
  })

  it('opens a form for the customer, and pages of a device by their names', async () => {
    await typed('new service harbour', [hotel])
    await key('Enter')
    expect(gone).toEqual(['/services/create?company=41'])
    await typed('ports quay', [router])
    expect(options()[0]).toContain('Ports: Quay router')
    await key('Enter')
    expect(gone.at(-1)).toBe('/site/4/hardware/ports/9')
  })

  it('shows the tabs of the page, without their counts', async () => {
    await typed('sessions', [])
    expect(options()[0]).toBe('Sessions')
    await key('Enter')
    expect(gone).toEqual(['tab'])
  })

  it('offers a reader nothing that it may not do', async () => {
    await typed('harbour', [hotel, lobby, router], { role: 'read-only' })
    expect(options().filter((one) => /^(Reboot|Refresh|Disconnect|New )/.test(one))).toEqual([])
  })

  it('finds Wi-Fi by "wifi" and waits for the name of a site', async () => {
    await typed('wifi', [])
    const at = options().findIndex((one) => one.startsWith('Wi-Fi …'))
    expect(at).toBeGreaterThanOrEqual(0)
    for (let i = 0; i < at; i++) await key('ArrowDown')
    await key('Enter')
    expect(input().value).toBe('Wi-Fi ')
    await shows('Type the name of a record')
  })

  it('completes a verb, and waits for the name of its record', async () => {
    await typed('rebo', [])
    expect(options()).toEqual(['Reboot …'])
    await key('Enter')
    expect(input().value).toBe('Reboot ')
    await shows('after “Reboot”')
  })

  it('reports that records can’t be searched', async () => {
    api.on('GET /api/search/index', () => reply(503, 'unavailable'))
    await visit({ '/': Fixture }, '/')
    await until(input, 'the field')
    await fill(input(), 'zzz')
    await shows('Records can’t be searched right now.')
  })
})
