import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { ConfigError, readConfig, writeKeyFile } from './config.ts'

const root = mkdtempSync(join(tmpdir(), 'trunkline-config-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const KEY = Buffer.alloc(32, 7).toString('base64')

function faultsOf(env: Record<string, string>, argv: string[] = []): string[] {
  try {
    readConfig({ TRUNKLINE_KEY: KEY, ...env }, argv)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

test('every setting is optional', () => {
  const config = readConfig({ TRUNKLINE_KEY: KEY }, [])
  expect(config).toMatchObject({
    role: 'all',
    port: 8080,
    baseUrl: 'http://localhost:8080',
    secure: false,
    databaseUrl: undefined,
    trustedProxies: 0,
    workerPort: undefined,
    demo: true,
    logLevel: 'info',
  })
  expect(config.dataDir).toMatch(/^\/.*data$/)
})

test('all errors are reported together', () => {
  const errors = faultsOf(
    {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/panel',
      TRUNKLINE_BASE_URL: 'https://panel.example.net/below',
      TRUSTED_PROXIES: '-1',
      TRUNKLINE_KEY: 'short',
      LOG_LEVEL: 'loud',
      MAIL_FROM: 'nobody',
    },
    ['--role=boss', '--fast'],
  )
  const names = ['PORT', 'DATABASE_URL', 'TRUNKLINE_BASE_URL', 'TRUSTED_PROXIES', 'TRUNKLINE_KEY']
  for (const name of [...names, 'LOG_LEVEL', 'MAIL_FROM', 'TRUNKLINE_ROLE', '--fast']) {
    expect(
      errors.filter((problem) => problem.startsWith(`${name}:`)),
      name,
    ).toHaveLength(1)
  }
})

test('an error does not contain the value, which may be a secret', () => {
  const errors = faultsOf({
    DATABASE_URL: 'panel:canary-5c1e@db',
    TRUNKLINE_KEY: 'canary-5c1e',
    TRUNKLINE_DEMO_PASSWORD: 'canary-5c1',
    METRICS_TOKEN: 'canary-5c1e',
    PORT: 'canary-5c1e',
  })
  expect(errors).toHaveLength(5)
  expect(errors.join('\n')).not.toContain('canary')
})

test('an empty variable counts as unset', () => {
  expect(faultsOf({ PORT: '', DATABASE_URL: '', SMTP_URL: '', TRUNKLINE_DEMO: '' })).toEqual([])
})

test('the command line overrides the environment', () => {
  const env = { TRUNKLINE_KEY: KEY, TRUNKLINE_ROLE: 'web' }
  expect(readConfig(env, []).role).toBe('web')
  expect(readConfig(env, ['--role=worker']).role).toBe('worker')
})

test('demo data is the default without other settings, or on request', () => {
  const demo = (env: Record<string, string>) => readConfig({ TRUNKLINE_KEY: KEY, ...env }, []).demo
  const own = { DATABASE_URL: 'postgres://db/panel' }
  expect(demo({})).toBe(true)
  expect(demo({ TRUNKLINE_DEMO: 'off' })).toBe(false)
  expect(demo({ TRUNKLINE_BASE_URL: 'https://panel.example.net' })).toBe(false)
  expect(demo(own)).toBe(false)
  expect(demo({ ...own, TRUNKLINE_DEMO: 'on' })).toBe(true)
  expect(demo({ ...own, TRUNKLINE_DEMO_PASSWORD: 'twelve characters' })).toBe(true)
})

test('without a key a new one is returned with the path of its file, and nothing is written', () => {
  const dataDir = join(root, 'data')
  const config = readConfig({ TRUNKLINE_DATA: dataDir }, [])
  expect(config.key).toHaveLength(32)
  expect(config.newKeyFile).toBe(join(dataDir, 'key'))
  expect(existsSync(dataDir)).toBe(false)
})

test('a key file is written once, readable by its owner only, and never overwritten', () => {
  const dataDir = join(root, 'written')
  const path = join(dataDir, 'key')
  const key = Buffer.alloc(32, 1)
  expect(writeKeyFile(path, key)).toEqual(key)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readConfig({ TRUNKLINE_DATA: dataDir }, [])).toMatchObject({ key, newKeyFile: undefined })
  expect(writeKeyFile(path, Buffer.alloc(32, 2))).toEqual(key)
  writeFileSync(path, 'damaged')
  expect(() => readConfig({ TRUNKLINE_DATA: dataDir }, [])).toThrow(/must hold 32 bytes/)
  expect(readFileSync(path, 'utf8')).toBe('damaged')
})

test('former keys are parsed individually, and an invalid one is reported without its value', () => {
  const other = Buffer.alloc(32, 9).toString('base64')
  const keys = readConfig({ TRUNKLINE_KEY: KEY, TRUNKLINE_FORMER_KEYS: `${other}, ${KEY}` }, []).formerKeys
  expect(keys.map((key) => key.toString('base64'))).toEqual([other, KEY])
  expect(readConfig({ TRUNKLINE_KEY: KEY }, []).formerKeys).toEqual([])
  expect(() => readConfig({ TRUNKLINE_KEY: KEY, TRUNKLINE_FORMER_KEYS: `${other},canary` }, [])).toThrow(
    /TRUNKLINE_FORMER_KEYS: must be keys(?!.*canary)/,
  )
})

test('a backup schedule has five crontab fields', () => {
  const ofSchedule = (TRUNKLINE_BACKUP_SCHEDULE: string) => faultsOf({ TRUNKLINE_BACKUP_SCHEDULE })
  for (const right of ['30 2 * * *', '*/15 * * * *', '0 0-6/2 1,15 * 0']) expect(ofSchedule(right), right).toEqual([])
  for (const wrong of ['daily', '30 2 * *', '60 * * * *', '* * * 13 *', '5-1 * * * *', '*/0 * * * *'])
    expect(ofSchedule(wrong), wrong).toEqual([
      expect.stringContaining('TRUNKLINE_BACKUP_SCHEDULE: must be five fields'),
    ])
  expect(faultsOf({ TRUNKLINE_BACKUP_PASSPHRASE: 'short' })).toHaveLength(1)
})

test('files are in the data folder, in another folder, or in a bucket whose settings are complete', () => {
  const files = (of: Record<string, string>) =>
    readConfig({ TRUNKLINE_KEY: KEY, TRUNKLINE_DATA: '/data', ...of }, []).files
  expect(files({})).toEqual({
    folder: '/data/files',
    s3: undefined,
    maxBytes: 20_000_000,
    maxPerRecord: 50,
    maxCompanyBytes: 1_000_000_000,
  })
  expect(files({ TRUNKLINE_FILES_FOLDER: '/mnt/files' }).folder).toBe('/mnt/files')
  const s3 = {
    TRUNKLINE_S3_ENDPOINT: 'https://s3.example.net/',
    TRUNKLINE_S3_BUCKET: 'trunkline',
    TRUNKLINE_S3_KEY: 'id',
    TRUNKLINE_S3_SECRET: 'secret',
  }
  expect(files(s3).s3).toEqual({
    endpoint: 'https://s3.example.net',
    bucket: 'trunkline',
    region: 'us-east-1',
    key: 'id',
    secret: 'secret',
  })
  expect(faultsOf({ ...s3, TRUNKLINE_S3_SECRET: '' })).toEqual([
    'TRUNKLINE_S3_SECRET: must be set if another setting of S3 is',
  ])
  expect(faultsOf({ ...s3, TRUNKLINE_S3_BUCKET: 'a/b' })).toHaveLength(1)
  expect(faultsOf({ TRUNKLINE_FILES_MAX_MB: '101' })).toHaveLength(1)
})
