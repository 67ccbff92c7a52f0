import { control } from '@trunkline/contract/resources/control'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { replied } from '../../testing/messages.ts'
import { press, shows, text, until } from '../../testing/page.ts'
import { addressOf, commandOf } from '../../testing/quay-router.ts'
import { screenTests } from '../../testing/screen.tsx'
import { CommandEnd } from './command-end.tsx'
import { Freshness } from './freshness.tsx'
import { relativeAge } from './relative-age.ts'
import { useDeviceCommand } from './use-device-command.ts'
import { useReading } from './use-reading.ts'

const command = commandOf({
  id: 31,
  hardware_id: 5,
  hardware_name: 'r1',
  site_id: null,
  site_name: null,
  target: 'ip/address',
  verb: 'add',
  label: '10.0.0.1/24, ether2',
  guarded: true,
})
const address = addressOf({ is_management: true })

const { api, visit, draw } = screenTests(['panel', 'devices'], { notices: true })

const open = (Screen: () => ReactNode) => visit({ '/': Screen }, '/')

function RebootPage() {
  const reboot = useDeviceCommand(hardwareLive.reboot)
  return (
    <>
      <button onClick={() => void reboot.enqueue({ params: { id: 5 } }).catch(() => undefined)}>go</button>
      <CommandEnd of={reboot.command} onClose={reboot.clear} />
      <p>{reboot.error?.message}</p>
    </>
  )
}

describe('a command to a device', () => {
  beforeEach(() =>
    api.on('PUT /api/hardware/5/reboot', () => reply(202, { data: { id: 31, job: 31, state: 'queued' } })),
  )

  it('shows its step while it runs, then its result with the message of the device and what to do', async () => {
    let shown = { ...command }
    api.on('GET /api/hardware/command/31/show', () => ({ data: shown }))
    await open(RebootPage)
    await press('go')
    await shows('Address: add 10.0.0.1/24, ether2')
    expect(text()).toContain('Writing …')
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
    shown = {
      ...command,
      state: 'refused',
      step: '',
      detail: replied('text', { text: 'failure: already have such address' }),
    }
    await shows('The device did not apply the command.')
    expect(text()).toContain('already have such address')
    expect(text()).toContain('Fix what the message reports')
    await shows('error! r1, Address: add 10.0.0.1/24, ether2: The device did not apply the command.')
    await press('')
    expect(text()).not.toContain('already have such address')
  })

  it('never reports an unconfirmed command as applied', async () => {
    api.on('GET /api/hardware/command/31/show', () => ({ data: { ...command, state: 'unknown', step: '' } }))
    await open(RebootPage)
    await press('go')
    await shows('Unconfirmed')
    expect(text()).toContain('Read the device before you try again')
    expect(text()).not.toContain('success!')
    expect(text()).toContain('error!')
  })

  it('reports its result in a notice when the page was left', async () => {
    let state = 'queued'
    api.on('GET /api/hardware/command/31/show', () => ({ data: { ...command, kind: 'reboot', state, step: '' } }))
    let isOpen = true
    await open(() => (isOpen ? <RebootPage /> : 'another page'))
    await press('go')
    await until(() => api.of('/api/hardware/command/31/show').length > 0, 'the first request')
    isOpen = false
    await draw(null)
    state = 'done'
    await shows('success! r1, Reboot: Rebooted (confirmed by uptime).')
  })

  it('that was not enqueued reports the error on the page', async () => {
    api.on('PUT /api/hardware/5/reboot', () => reply(409, 'conflict'))
    await open(RebootPage)
    await press('go')
    await shows('said conflict')
    expect(api.of('/api/hardware/command/31/show')).toEqual([])
  })
})

function AddressPage() {
  const reading = useReading(control.addresses, { params: { id: 5 } })
  return (
    <>
      <Freshness
        readAt={reading.readAt}
        readingError={reading.readingError}
        reading={reading.reading}
        onRead={reading.read}
      />
      {reading.rows?.map((row) => (
        <p key={row.id}>{row.address}</p>
      ))}
      <p>{reading.error ? `failed: ${reading.error.code}` : ''}</p>
    </>
  )
}

describe('a reading', () => {
  const path = '/api/hardware/control/5/ip/address/index'
  const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  const isCached = (path: string) => path.includes('cached=1')

  it('shows the stored rows at once, then the current ones', async () => {
    let respond: (() => void) | undefined
    api.on(`GET ${path}`, async ({ path: requested }) => {
      if (isCached(requested)) return { data: [address], read_at: at(600), cached: true }
      await new Promise<void>((resolve) => (respond = resolve))
      return { data: [{ ...address, address: '10.9.9.1/24' }], read_at: at(0), cached: false }
    })
    await open(AddressPage)
    await shows('192.168.88.1/24')
    expect(text()).toContain('10 minutes ago')
    await until(() => respond !== undefined, 'the request to the device')
    respond?.()
    await shows('10.9.9.1/24')
    expect(text()).not.toContain('192.168.88.1/24')
  })

  it('keeps the stored rows while the device does not respond, with their age and the reason', async () => {
    api.on(`GET ${path}`, ({ path: requested }) =>
      isCached(requested)
        ? { data: [address], read_at: at(3 * 3600 + 5), cached: true }
        : reply(504, {
            error: {
              code: 'device_unreachable',
              message: 'connect ETIMEDOUT',
              details: { error: 'tunnel', read_at: at(3 * 3600 + 5), rows: [address] },
              request_id: 'r-1',
            },
          }),
    )
    await open(AddressPage)
    await shows('The VPN tunnel of the device is down.')
    expect(text()).toContain('192.168.88.1/24')
    expect(text()).toContain('3 hours ago')
    expect(text()).not.toContain('failed:')
    const before = api.of(path).length
    await press('Read now')
    await until(() => api.of(path).length > before, 'another attempt')
  })

  it('without permission is an error of the page, not of the device', async () => {
    api.on(`GET ${path}`, () => reply(403, 'forbidden'))
    await open(AddressPage)
    await shows('failed: forbidden')
  })
})

it('a recent age is counted in seconds and is never in the future', () => {
  const now = Date.parse('2026-11-21T11:00:00.000Z')
  expect(relativeAge(now - 12_400, now, 'en')).toBe('12 seconds ago')
  expect(relativeAge(now - 12_400, now, 'de')).toBe('vor 12 Sekunden')
  expect(relativeAge(now + 5000, now, 'en')).toBe('now')
  expect(relativeAge(now - 3 * 3_600_000, now, 'en')).toBe('3 hours ago')
})
