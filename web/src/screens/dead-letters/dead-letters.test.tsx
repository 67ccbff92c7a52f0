import { deadLetterKinds, deadLetterReasons, type DeadLetter } from '@trunkline/contract/resources/dead-letter'
import { beforeEach, describe, expect, it } from 'vitest'
import { press, shows, text, until } from '../../testing/page.ts'
import { replied } from '../../testing/messages.ts'
import { screenTests } from '../../testing/screen.tsx'
import { attributeName, escapeOctets } from './attributes.ts'
import DeadLetterList from './DeadLetterList.tsx'
import de from './texts.de.ts'
import en from './texts.en.ts'

const letter: DeadLetter = {
  id: 7,
  at: '2026-02-04T12:00:00.000Z',
  kind: 'accounting',
  reason: 'invalid-value',
  sqlstate: '22P02',
  error: 'invalid input syntax for type inet: "x"',
  nas_id: 5,
  nas_name: 'Leeds core',
  login: 'ann\u202e',
  retries: 2,
  retried_at: null,
  attributes: { type: 'Start', ip: 'x', calling: null, at: '1770206400', called: 'a\u0007b' },
}

const { api, visit } = screenTests(['panel', 'dead-letters', 'sessions'], { notices: true })
let stored: DeadLetter[]
let bodies: unknown[]

beforeEach(async () => {
  stored = [letter]
  bodies = []
  api.on('GET /api/network/dead-letter/index', () => ({
    data: stored,
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: stored.length } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
})
const open = () =>
  visit({ '/sessions/dead-letters': DeadLetterList }, '/sessions/dead-letters', { type: 'simrush', role: 'admin' })

describe('the list', () => {
  it('shows the reason, and in the drawer all attributes with their RADIUS names and escaped octets', async () => {
    await open()
    await shows('Invalid value')
    await shows('ann\\xe2\\x80\\xae')
    await press('Details, details of ann\\xe2\\x80\\xae')
    await shows('Framed-IP-Address')
    await shows('22P02: invalid input syntax')
    await shows('a\\x07b')
    expect(text()).not.toContain('\u202e')
  })

  it('retries a record: a failed one stays with an error, a stored one leaves the list', async () => {
    api.on('POST /api/network/dead-letter/retry', ({ body }) => {
      bodies.push(body)
      return {
        data: [{ id: 7, ok: false, code: 'conflict', ...replied('dead_letter.not_stored', { error: 'still wrong' }) }],
      }
    })
    await open()
    await press('Details, details of ann\\xe2\\x80\\xae')
    await shows('Framed-IP-Address')
    await press('Retry', -1)
    await shows('error! Not stored: still wrong')
    expect(bodies).toEqual([{ ids: [7] }])
    api.on('POST /api/network/dead-letter/retry', () => {
      stored = []
      return { data: [{ id: 7, ok: true }] }
    })
    await press('Details, details of ann\\xe2\\x80\\xae')
    await until(() => text().includes('Framed-IP-Address'), 'the drawer')
    await press('Retry', -1)
    await shows('success! Record stored')
    await shows('No dead letters')
  })

  it('deletes a record after confirmation', async () => {
    api.on('POST /api/network/dead-letter/destroy', ({ body }) => {
      bodies.push(body)
      stored = []
      return { data: [{ id: 7, ok: true }] }
    })
    await open()
    await press('Details, details of ann\\xe2\\x80\\xae')
    await shows('Framed-IP-Address')
    await press('Delete', -1)
    await shows('deleted permanently')
    expect(bodies).toEqual([])
    await press('Delete', -1)
    await shows('success! Record deleted')
    expect(bodies).toEqual([{ ids: [7] }])
  })
})

it('invisible octets are escaped, letters of all languages are not', () => {
  expect(escapeOctets('a\u0000\n\u0085\u2028\ufeffb')).toBe('a\\x00\\x0a\\xc2\\x85\\xe2\\x80\\xa8\\xef\\xbb\\xbfb')
  expect(escapeOctets('Müller 用户 caf\\351')).toBe('Müller 用户 caf\\351')
  expect(attributeName('calling')).toBe('Calling-Station-Id')
  expect(attributeName('of_tomorrow')).toBe('of_tomorrow')
})

it('every kind and reason has a text, and every reason advice', () => {
  for (const texts of [en, de]) {
    expect(Object.keys(texts.value.kind)).toEqual([...deadLetterKinds])
    for (const part of [texts.value.reason, texts.advice]) expect(Object.keys(part)).toEqual([...deadLetterReasons])
  }
})
