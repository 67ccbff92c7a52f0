import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { button, press, shows, text, until } from '../../testing/page.ts'
import { commandOf } from '../../testing/quay-router.ts'
import { screenTests } from '../../testing/screen.tsx'
import CommandDetail from './CommandDetail.tsx'
import CommandList from './CommandList.tsx'

const command = {
  ...commandOf({ id: 31, hardware_id: 9, target: 'ip/address', verb: 'add', label: '10.0.0.1/24, ether2' }),
  step: '' as const,
}
const { api, visit } = screenTests(['panel', 'devices', 'list', 'detail'], { notices: true })
const screens = { '/hardware/commands': CommandList, '/hardware/commands/$id': CommandDetail }

describe('the commands to devices', () => {
  beforeEach(() =>
    api.on('GET /api/hardware/command/index', () => ({
      data: [{ ...command, state: 'queued' }],
      meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 1 } },
    })),
  )

  it('are listed with device, result and requester, and can be cancelled while queued', async () => {
    api.on('PUT /api/hardware/command/31/cancel', () => reply(200, { data: { id: 31 } }))
    await visit(screens, '/hardware/commands')
    await shows('Address: add 10.0.0.1/24, ether2')
    for (const head of ['Command', 'Device', 'Result', 'Requested by', 'Requested at'])
      expect(
        [...document.querySelectorAll('th')].some((cell) => cell.textContent?.startsWith(head)),
        head,
      ).toBe(true)
    expect(button('Show failed only')?.getAttribute('href')).toContain('state')
    await press(`Actions for Address: add 10.0.0.1/24, ether2`)
    await press('Cancel command')
    await shows(`success! Command to ${command.hardware_name} cancelled`)
  })

  it('have a page with the changed properties and the values on the device', async () => {
    api.on('GET /api/hardware/command/31/show', () => ({
      data: {
        ...command,
        state: 'unknown',
        changes: [{ field: 'comment', before: null, after: 'Office' }],
        result: { id: '*1', row: { comment: 'Office', disabled: false } },
      },
    }))
    await visit(screens, '/hardware/commands/31')
    await shows('Unconfirmed')
    const cells = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
    expect(cells).toContainEqual(['comment', '–not set', 'Office'])
    expect(cells).toContainEqual(['disabled', 'false'])
    await until(() => button('Read device now'), 'the button')
    expect(text()).toContain('Read the device before you try again')
  })
})
