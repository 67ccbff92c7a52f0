import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { replied } from '../../testing/messages.ts'
import { buttons, press, shows, text, until } from '../../testing/page.ts'
import AccessControl from '../access-control/AccessControl.tsx'
import { accessTests, entry, registration } from '../../testing/wifi-access-fixture.tsx'
import SiteAccess from './SiteAccess.tsx'

const fixture = accessTests(['access-control'])
beforeEach(() => {
  fixture.entries = [
    entry({}),
    entry({ id: 6, position: 2, name: 'Printer', mac: '4C:5E:0C:01:02:04', action: 'allow' }),
    entry({ id: 7, position: 3, name: 'Camera', mac: '4C:5E:0C:01:02:05' }),
  ]
})

const list = '/site/$id/wifi/access-control'
const base = '/api/site/3/wifi/access-control'
const openSite = async (role: 'admin' | 'read-only' = 'admin') => {
  await fixture.visit({ [list]: SiteAccess }, '/site/3/wifi/access-control', { role })
  await shows('Camera')
}
const bodyOf = (path: string) => fixture.api.of(path).at(-1)?.body

describe('the access list of a site', () => {
  it('moves an entry before another one', async () => {
    await openSite()
    await press('Move Kim’s phone down')
    await until(() => fixture.api.of(`${base}/move`).length === 1, 'the call')
    expect(bodyOf(`${base}/move`)).toEqual({ id: 5, before: 7, version: 1 })
    await press('Move Camera up')
    await until(() => fixture.api.of(`${base}/move`).length === 2, 'the call')
    expect(bodyOf(`${base}/move`)).toEqual({ id: 7, before: 6, version: 1 })
    await press('Move Printer down')
    await until(() => fixture.api.of(`${base}/move`).length === 3, 'the call')
    expect(bodyOf(`${base}/move`)).toEqual({ id: 6, before: null, version: 1 })
    // The first and the last entry stay.
    await press('Move Kim’s phone up')
    await press('Move Camera down')
    expect(fixture.api.of(`${base}/move`)).toHaveLength(3)
  })

  it('disables an entry, and shows on how many controllers that is applied', async () => {
    await openSite()
    await press('Kim’s phone enabled')
    await shows('Applied to 0 of 2 controllers so far')
    expect(bodyOf(`${base}/disable`)).toEqual({ ids: [5], versions: { 5: 1 } })
    fixture.ends = {
      71: { state: 'done', step: '' },
      72: { state: 'unreachable', step: '', detail: replied('device.no_answer') },
    }
    await shows('Applied to 1 of 2 controllers')
    await until(() => text().includes('is not responding') && !text().includes('so far'), 'the ends')
  })

  it('resets the switch if the change is rejected', async () => {
    fixture.api.on(`PUT ${base}/disable`, () => reply(409, 'conflict'))
    await openSite()
    await press('Kim’s phone enabled')
    await until(() => fixture.api.of(`${base}/disable`).length === 1, 'the call')
    const [toggle] = buttons('Kim’s phone enabled') as HTMLInputElement[]
    await until(() => toggle?.checked === true, 'the switch')
  })

  it('shows the differences on a controller, and what it does not support', async () => {
    const [first] = fixture.entries
    fixture.entries[0] = entry({
      state: 'differs',
      applied: [
        {
          ...(first as NonNullable<typeof first>).applied[0]!,
          state: 'differs',
          differences: [{ field: 'action', wanted: 'block', actual: 'allow' }],
          left_out: ['rate_down_kbps'],
        },
      ],
    })
    await openSite()
    await press('Out of sync: Kim’s phone on the controllers')
    await shows('not applied: Download limit')
    const dialog = document.querySelector('[role="dialog"]')
    expect(dialog?.textContent).toContain('Actionblockallow')
  })

  it('is applied again as a whole', async () => {
    await openSite()
    await press('Apply again')
    await until(() => fixture.api.of(`${base}/apply`).length === 1, 'the call')
    await shows('Quay router')
  })

  it('reports a site without a controller', async () => {
    fixture.controllers = []
    await openSite()
    await shows('No Wi-Fi controller of this site has been read yet.')
  })

  it('shows positions without buttons to read-only users', async () => {
    await openSite('read-only')
    expect(buttons('Move Kim’s phone down')).toEqual([])
    expect(buttons('Block device')).toEqual([])
    expect(buttons('Apply again')).toEqual([])
    expect((buttons('Kim’s phone enabled')[0] as HTMLInputElement).disabled).toBe(true)
  })
})

describe('the home page of a client', () => {
  const openHome = async (role: 'admin' | 'read-only' = 'admin') => {
    const router = await fixture.visit(
      { '/access-control': AccessControl, '/site/$id/wifi/access-control/create': () => <p>the form</p> },
      '/access-control',
      { type: 'client', role },
    )
    return { path: () => router.state.location.pathname }
  }

  it('blocks a connected device after a confirmation, at the only site', async () => {
    fixture.registrations = [
      registration({}),
      registration({ id: '9*2', mac: '4C:5E:0C:01:02:03', name: null, access: 'block', access_control_id: 5 }),
    ]
    await openHome()
    await shows('On the Wi-Fi now at Harbour office')
    await press('Block Lee’s tablet')
    await shows('It is disconnected from the Wi-Fi of Harbour office')
    await press('Block', -1)
    await until(() => fixture.api.of(`${base}/store`).length === 1, 'the call')
    expect(bodyOf(`${base}/store`)).toEqual({ mac: '4C:5E:0C:0A:0B:0C', name: 'Lee’s tablet', action: 'block' })
    await shows('controllers')
  })

  it('opens the form of the only site', async () => {
    const shown = await openHome()
    await press('Block device')
    await shows('the form')
    expect(shown.path()).toBe('/site/3/wifi/access-control/create')
  })

  it('asks for the site if there are several', async () => {
    fixture.api.on('GET /api/site/list', () => ({
      data: [
        { id: 3, name: 'Harbour office', path: '' },
        { id: 4, name: 'Town hall', path: '' },
      ],
    }))
    const shown = await openHome()
    await shows('Select a site to see the devices on its Wi-Fi.')
    await press('Allow device')
    await shows('Select a site')
    await press('Town hall')
    await shows('the form')
    expect(shown.path()).toBe('/site/4/wifi/access-control/create')
  })

  it('removes entries site by site, and reports the error of one', async () => {
    fixture.entries.push(entry({ id: 8, site_id: 4, site_name: 'Town hall', name: 'Kiosk' }))
    fixture.api.on('DELETE /api/site/4/wifi/access-control/destroy', () => reply(403, 'forbidden'))
    await openHome()
    await shows('Kiosk')
    await press('Select all rows of this page')
    await press('Remove')
    await press('Remove (4)')
    await until(() => fixture.api.of('/api/site/4/wifi/access-control/destroy').length === 1, 'the second site')
    expect(bodyOf(`${base}/destroy`)).toEqual({ ids: [5, 6, 7] })
    await shows('3 done, 1 failed')
  })

  it('has no buttons for read-only users', async () => {
    fixture.registrations = [registration({})]
    await openHome('read-only')
    await shows('Lee’s tablet')
    expect(buttons('Block Lee’s tablet')).toEqual([])
    expect(buttons('Block device')).toEqual([])
  })
})
