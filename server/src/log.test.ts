import fastify from 'fastify'
import { expect, test } from 'vitest'

import { createLog, requestId } from './log.ts'
import { forTerminal } from './log-terminal.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const log = createLog('trace', { write: (line: string) => void (text += line) })
  write(log)
  return text
}

const CANARY = 'canary-5c1e'

test('secrets are hidden at every depth and in every spelling', () => {
  const text = logged((log) =>
    log.info({
      password: CANARY,
      headers: { Authorization: `Bearer ${CANARY}`, 'set-cookie': [CANARY], cookie: CANARY },
      body: { user: { new_password: CANARY, refreshToken: CANARY }, rows: [{ secret: CANARY }] },
      a: { b: { c: { d: { e: { token: CANARY } } } } },
    }),
  )
  expect(text).not.toContain(CANARY)
  expect(text).toContain('[hidden]')
})

test('a second-factor code is hidden and an error code is not', () => {
  const text = logged((log) => log.info({ body: { code: '482913' }, reply: { code: 'not_found' } }))
  expect(text).not.toContain('482913')
  expect(text).toContain('not_found')
})

test('a thrown error is logged with code and stack, without the URL that contains the password', () => {
  const error = Object.assign(new Error(`cannot reach postgres://panel:${CANARY}@db/panel`), {
    code: '23505',
    parameters: [CANARY],
  })
  const text = logged((log) => log.error({ err: error }, 'query failed'))
  expect(text).not.toContain(CANARY)
  expect(text).toContain('23505')
  expect(text).toContain('log.test.ts')
})

test('an error inside other fields and as a cause is treated the same way', () => {
  const cause = Object.assign(new Error('inner'), { token: CANARY, code: 'ECONNREFUSED' })
  const text = logged((log) => log.warn({ job: { fault: new Error('outer', { cause }) } }))
  expect(text).not.toContain(CANARY)
  expect(text).toContain('ECONNREFUSED')
})

test('a proxy may send a request id, and an invalid one is replaced', () => {
  expect(requestId('abcdef0123456789')).toBe('abcdef0123456789')
  expect(requestId('x"}\ninjected')).toMatch(/^[0-9a-f-]{36}$/)
  expect(requestId(undefined)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a terminal gets a readable line without control characters', () => {
  const text = logged((log) => log.warn({ path: '/a\u001B[2Jb', rows: 3 }, 'slow'))
  const shown = forTerminal(text).replaceAll('\u001B', 'ESC')
  expect(shown).toMatch(/^ESC\[33m[\d:]{8} WARN ESC\[0m slow path=\/a\?\[2Jb rows=3\n$/)
  expect(forTerminal('no json')).toBe('no json')
})

test('the log line of a request does not contain the token of a link', async () => {
  const token = 'tk_'.padEnd(46, 'aB3_-')
  let text = ''
  const log = createLog('info', { write: (line: string) => void (text += line) })
  const app = fastify({ loggerInstance: log })
  app.get('/api/reset/:token/:id', () => {
    throw new Error('broken')
  })
  await app.inject(`/api/reset/${token}/4711`)
  await app.inject(`/nowhere/${token}?search=${token}`)
  expect(text).not.toContain(token)
  expect(text).toContain('/api/reset/[hidden]/4711')
  expect(text).toContain('broken')
})
