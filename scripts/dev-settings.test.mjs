import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './checkout.mjs'
import { devSettings } from './dev-settings.mjs'

test('without PORT it uses the default ports and data', () => {
  expect(devSettings({ PORT: '' })).toEqual({
    LOG_LEVEL: 'debug',
    TRUNKLINE_BASE_URL: 'http://localhost:5173',
    TRUNKLINE_DEMO: 'on',
    PORT: '8080',
    WEB_PORT: '5173',
    RADIUS_AUTH_PORT: '1812',
    RADIUS_ACCT_PORT: '1813',
  })
})

test('each PORT has its own ports and data', () => {
  expect(devSettings({ PORT: '9000' })).toMatchObject({
    TRUNKLINE_BASE_URL: 'http://localhost:9001',
    TRUNKLINE_DATA: join(root, '.cache', 'dev-9000'),
    PORT: '9000',
    WEB_PORT: '9001',
    RADIUS_AUTH_PORT: '9002',
    RADIUS_ACCT_PORT: '9003',
  })
})

test('explicit settings take precedence', () => {
  const set = {
    WEB_PORT: '4000',
    RADIUS_AUTH_PORT: '4001',
    TRUNKLINE_DATA: '/somewhere',
    TRUNKLINE_DEMO: 'off',
    LOG_LEVEL: 'warn',
    OTHER: 'x',
  }
  expect(devSettings({ PORT: '9000', ...set })).toMatchObject({
    ...set,
    TRUNKLINE_BASE_URL: 'http://localhost:4000',
    RADIUS_ACCT_PORT: '9003',
  })
  expect(devSettings({ PORT: '9000', DATABASE_URL: 'postgres://x' })).not.toHaveProperty('TRUNKLINE_DATA')
})

test.for([
  ['PORT', '0'],
  ['PORT', 'x'],
  ['PORT', '65533'],
  ['WEB_PORT', '65536'],
])('%s=%s is not a port', ([name, value]) => {
  expect(() => devSettings({ [name]: value })).toThrow(`${name}: must be a whole number from 1 to`)
})
