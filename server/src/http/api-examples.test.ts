import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../access/password-hash.ts'
import { setupFixture, type Fixture } from '../testing/describe-resource.ts'
import type { ApiCall } from '../testing/panel.ts'

/** An example of docs/api.md: a request and its documented reply. */
interface Example {
  request: string
  status: number
  /** Media type, if the reply is a file. */
  file: string | undefined
  /** Values that later examples use from the reply: name and path. */
  saved: { name: string; path: string } | undefined
  json: string | undefined
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const examples: Example[] = [
  ...page.matchAll(
    /```http\n([\s\S]*?)```\n`(\d{3})`(?: file `([^`]+)`)?(?: save `(\w+)` from `([\w.]+)`)?\n(?:```json\n([\s\S]*?)```)?/g,
  ),
].map(([, request = '', status, file, name, path, json]) => ({
  request,
  status: Number(status),
  file,
  saved: name === undefined || path === undefined ? undefined : { name, path },
  json,
}))

const values: Record<string, string> = {}
const filled = (text: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The page uses {{${name}}} before an example saves it.`)
    return value
  })

/** The request line, its headers and its JSON. */
function parsed(request: string) {
  const [head = '', body] = filled(request).trim().split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [method = '', path = ''] = first.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return {
    method: method as 'GET',
    path,
    headers,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  }
}

/**
 * Compares the documented reply with the real one: every documented field exists with a value of the same type; each
 * documented list item matches some item.
 */
function expectShape(actual: unknown, shown: unknown, at: string): void {
  if (Array.isArray(shown)) {
    expect(Array.isArray(actual), at).toBe(true)
    for (const [i, one] of shown.entries()) {
      const fits = (actual as unknown[]).some((candidate) => {
        try {
          expectShape(candidate, one, `${at}.${i}`)
          return true
        } catch {
          return false
        }
      })
      expect(fits, `${at}.${i} of ${JSON.stringify(actual)}`).toBe(true)
    }
  } else if (typeof shown === 'object' && shown !== null) {
    expect(typeof actual === 'object' && actual !== null, at).toBe(true)
    for (const [key, child] of Object.entries(shown))
      expectShape((actual as Record<string, unknown>)[key], child, `${at}.${key}`)
  } else if (shown === null || typeof shown === 'boolean') expect(actual, at).toBe(shown)
  else if (
    typeof shown === 'string' &&
    /\.(code|reason|name|city|type|status|message|net|op|value|attribute)$/.test(at) &&
    shown !== '…'
  )
    expect(actual, at).toBe(shown)
  else expect(typeof actual, at).toBe(typeof shown)
}

let fixture: Fixture
let call: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  call = await fixture.as('master')
  const created = async (by: ApiCall, path: string, body: object): Promise<string> => {
    const reply = await by('POST', path, body)
    if (reply.status !== 201) throw new Error(reply.text)
    return String(reply.body.data.id)
  }
  values['container'] = await created(await fixture.as('provider'), '/network/subnet/store', {
    type: 'container',
    net: '10.20.0.0/16',
    company_id: fixture.companies.master,
  })
  const password = 'a token needs a password'
  const hash = await hashPassword(password, { memory: 1024, passes: 1, lanes: 1 })
  await fixture.panel.sql((tx) =>
    sql`insert into user_credential (user_id, password_hash) select id, ${hash} from app_user
      on conflict (user_id) do update set password_hash = excluded.password_hash`.execute(tx),
  )
  const scopes = ['companies:*', 'subnets:*', 'tariffs:*', 'services:*', 'tags:*', 'custom-fields:*', 'attachments:*']
  const expires_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const token = await call('POST', '/auth/token/store', { name: 'Billing', scopes, expires_on, password })
  if (token.status !== 201) throw new Error(token.text)
  values['token'] = token.body.data.token
  values['nas'] = await created(call, '/network/nas/store', { name: 'Tower', address: '192.0.2.1', vendor: 'mikrotik' })
})
afterAll(() => fixture?.panel.stop())

describe('the examples of docs/api.md', () => {
  test('all of them are found', () => {
    expect(examples.length).toBe(page.match(/```http/g)?.length)
    expect(examples.length).toBeGreaterThan(10)
  })

  test('work in their order, unmodified', async () => {
    for (const { request, status, file, saved, json } of examples) {
      const { method, path, headers, body } = parsed(request)
      const reply = await call(method, path, body, headers)
      expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(status)
      if (file !== undefined) expect(reply.headers['content-type']).toContain(file)
      if (json !== undefined) expectShape(JSON.parse(reply.text), JSON.parse(filled(json)), `${method} ${path}`)
      if (saved !== undefined)
        values[saved.name] = String(
          saved.path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], reply.body),
        )
    }
  })
})
