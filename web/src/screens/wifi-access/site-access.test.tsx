import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { replied } from '../../testing/messages.ts'
import { buttons, press, shows, text, until } from '../../testing/page.ts'
import AccessControl from '../access-control/AccessControl.tsx'
import { accessTests, entry, registration } from '../../testing/wifi-access-fixture.tsx'
import SiteAccess from './SiteAccess.tsx'

const world = accessTests(['access-control'])
beforeEach(() => {
  world.entries = [
    entry({}),
    entry({ id: 6, position: 2, name: 'Printer', mac: '4C:5E:0C:01:02:04', action: 'allow' }),
    entry({ id: 7, position: 3, name: 'Camera', mac: '4C:5E:0C:01:02:05' }),
  ]
})

const list = '/site/$id/wifi/access-control'
const base = '/api/site/3/wifi/access-control'
const openSite = async (role: 'admin' | 'read-only' = 'admin') => {
  await world.visit({ [list]: SiteAccess }, '/site/3/wifi/access-control', { role })
  await shows('Camera')
}
const bodyOf = (path: string) => world.api.of(path).at(-1)?.body

describe('the list of a site', () => {
  it('moves an entry by its buttons, told by the one that it comes before', async () => {
    await openSite()
    await press('Move Kim’s phone down')
    await until(() => world.api.of(`${base}/move`).length === 1, 'the call')
    expect(bodyOf(`${base}/move`)).toEqual({ id: 5, before: 7, version: 1 })
    await press('Move Camera up')
    await until(() => world.api.of(`${base}/move`).length === 2, 'the call')
    expect(bodyOf(`${base}/move`)).toEqual({ id: 7, before: 6, version: 1 })
    await press('Move Printer down')
    await until(() => world.api.of(`${base}/move`).length === 3, 'the call')
    expect(bodyOf(`${base}/move`)).toEqual({ id: 6, before: null, version: 1 })
    // Neither end goes any further.
    await press('Move Kim’s phone up')
    await press('Move Camera down')
    expect(world.api.of(`${base}/move`)).toHaveLength(3)
  })

  it('switches an entry off, and says on how many controllers that stands', async () => {
    await openSite()
    await press('Kim’s phone is switched on')
    await shows('Written to 0 of 2 controllers so far')
    expect(bodyOf(`${base}/disable`)).toEqual({ ids: [5], versions: { 5: 1 } })
    world.ends = {
      71: { state: 'done', step: '' },
      72: { state: 'unreachable', step: '', detail: replied('device.no_answer') },
    }
    await shows('Written to 1 of 2 controllers')
    await until(() => text().includes('does not answer') && !text().includes('so far'), 'the ends')
  })

  it('has a refused switch go back to where it was', async () => {
    world.api.on(`PUT ${base}/disable`, () => reply(409, 'conflict'))
    await openSite()
    await press('Kim’s phone is switched on')
    await until(() => world.api.of(`${base}/disable`).length === 1, 'the call')
    const [toggle] = buttons('Kim’s phone is switched on') as HTMLInputElement[]
    await until(() => toggle?.checked === true, 'the switch')
  })

  it('says field by field how a router differs, and what its system can not do', async () => {
    const [first] = world.entries
    world.entries[0] = entry({
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
    await press('Differs: Kim’s phone on the routers')
    await shows('goes without: Download')
    const dialog = document.querySelector('[role="dialog"]')
    expect(dialog?.textContent).toContain('Decisionblockallow')
  })

  it('is written again as a whole', async () => {
    await openSite()
    await press('Write again')
    await until(() => world.api.of(`${base}/apply`).length === 1, 'the call')
    await shows('Quay router')
  })

  it('says that there is nothing to write to where the site has no controller', async () => {
    world.controllers = []
    await openSite()
    await shows('no Wi-Fi controller that the panel reads yet')
  })

  it('shows those who only look the places, and nothing to change them with', async () => {
    await openSite('read-only')
    expect(buttons('Move Kim’s phone down')).toEqual([])
    expect(buttons('Block a device')).toEqual([])
    expect(buttons('Write again')).toEqual([])
    expect((buttons('Kim’s phone is switched on')[0] as HTMLInputElement).disabled).toBe(true)
  })
})

describe('the home of a client', () => {
  const openHome = async (role: 'admin' | 'read-only' = 'admin') => {
    const router = await world.visit(
      { '/access-control': AccessControl, '/site/$id/wifi/access-control/create': () => <p>the form</p> },
      '/access-control',
      { type: 'client', role },
    )
    return { path: () => router.state.location.pathname }
  }

  it('blocks a device that is on the Wi-Fi now after asking, at the only site there is', async () => {
    world.registrations = [
      registration({}),
      registration({ id: '9*2', mac: '4C:5E:0C:01:02:03', name: null, access: 'block', access_control_id: 5 }),
    ]
    await openHome()
    await shows('On the Wi-Fi now at Harbour office')
    await press('Block Lee’s tablet')
    await shows('It is sent off the Wi-Fi of Harbour office now')
    await press('Block', -1)
    await until(() => world.api.of(`${base}/store`).length === 1, 'the call')
    expect(bodyOf(`${base}/store`)).toEqual({ mac: '4C:5E:0C:0A:0B:0C', name: 'Lee’s tablet', action: 'block' })
    await shows('controllers')
  })

  it('leads to the form of its site with one press', async () => {
    const shown = await openHome()
    await press('Block a device')
    await shows('the form')
    expect(shown.path()).toBe('/site/3/wifi/access-control/create')
  })

  it('asks at which site where there are several', async () => {
    world.api.on('GET /api/site/list', () => ({
      data: [
        { id: 3, name: 'Harbour office', path: '' },
        { id: 4, name: 'Town hall', path: '' },
      ],
    }))
    const shown = await openHome()
    await shows('Choose a site to see who is on its Wi-Fi now.')
    await press('Allow a device')
    await shows('At which site?')
    await press('Town hall')
    await shows('the form')
    expect(shown.path()).toBe('/site/4/wifi/access-control/create')
  })

  it('removes entries of several sites site by site, and tells what one of them refused', async () => {
    world.entries.push(entry({ id: 8, site_id: 4, site_name: 'Town hall', name: 'Kiosk' }))
    world.api.on('DELETE /api/site/4/wifi/access-control/destroy', () => reply(403, 'forbidden'))
    await openHome()
    await shows('Kiosk')
    await press('Select all rows of this page')
    await press('Remove')
    await press('Remove (4)')
    await until(() => world.api.of('/api/site/4/wifi/access-control/destroy').length === 1, 'the second site')
    expect(bodyOf(`${base}/destroy`)).toEqual({ ids: [5, 6, 7] })
    await shows('3 done, 1 refused')
  })

  it('has no button for those who only look', async () => {
    world.registrations = [registration({})]
    await openHome('read-only')
    await shows('Lee’s tablet')
    expect(buttons('Block Lee’s tablet')).toEqual([])
    expect(buttons('Block a device')).toEqual([])
  })
})
