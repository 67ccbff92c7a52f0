import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nasSecret, plantRadius, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { noRadius, skipLoudly, until } from '../testing/radius-here.ts'

const run = promisify(execFile)

/** Why EAP can't be tried here; undefined: it can. In CI it has to. */
const noEap = ((): string | undefined => {
  if (noRadius !== undefined || existsSync('/usr/bin/eapol_test')) return noRadius
  return skipLoudly('logins with EAP', 'eapol_test is not installed (Debian: eapoltest)')
})()

/** Logins in several rounds (RFC 3579), with the program that comes with wpa_supplicant. */
describe.skipIf(noEap !== undefined)('EAP', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof plantRadius>>

  beforeAll(async () => {
    on = await startTestRadius()
    of = await plantRadius(on)
    await of.nas('127.0.0.2', { vendor: 'mikrotik' })
  })
  afterAll(() => on?.stop())

  /** What the program tells, and whether it was let in. */
  async function dial(method: 'MD5' | 'MSCHAPV2', user: string, password: string) {
    const file = join(on.folder, `eap-${user}`)
    writeFileSync(
      file,
      `network={\nkey_mgmt=IEEE8021X\neapol_flags=0\neap=${method}\nidentity="${user}"\npassword="${password}"\n}\n`,
    )
    const words = ['-c', file, '-a', '127.0.0.1', '-p', String(on.authPort), '-s', nasSecret, '-A', '127.0.0.2']
    const { stdout } = await run('eapol_test', [...words, '-n', '-t', '10'], { maxBuffer: 8_000_000 }).catch(
      (error: { stdout: string }) => error,
    )
    return { told: stdout, isIn: /^SUCCESS$/m.test(stdout) }
  }
  const logins = (user: string) =>
    on.ask<{ accepted: boolean; reason: string }>(
      'select accepted, reason from auth_log where username = $1 order by id',
      [user],
    )

  test.each(['MD5', 'MSCHAPV2'] as const)('EAP-%s opens with the password, and not without it', async (method) => {
    const user = method.toLowerCase()
    await of.service(user)
    expect((await dial(method, user, `pw-${user}`)).isIn).toBe(true)
    // Several rounds, one login.
    expect(await logins(user)).toEqual([{ accepted: true, reason: '' }])
    expect((await dial(method, user, 'pw-other')).isIn).toBe(false)
    await until(async () => (await logins(user)).length === 2)
    expect((await logins(user))[1]).toEqual({ accepted: false, reason: 'bad-credentials' })
  })

  test('what a login brings comes with the last round, without a Class, which would split the session at the next one', async () => {
    const fast = await of.tariff({ download_rate: 50_000, upload_rate: 10_000, session_timeout: 7200 })
    await of.service('fast', { tariff_id: fast, ipv4_method: 'static-address', address: '100.64.0.77' })
    const { isIn, told } = await dial('MSCHAPV2', 'fast', 'pw-fast')
    expect(isIn).toBe(true)
    const last = told.slice(told.lastIndexOf('Received RADIUS message'))
    expect(last).toMatch(/Attribute 27 \(Session-Timeout\) length=6\s+Value: 7200/)
    expect(last).toMatch(/Attribute 8 \(Framed-IP-Address\) length=6\s+Value: 100\.64\.0\.77/)
    // Mikrotik-Rate-Limit: vendor 14988, attribute 8, thirteen letters after a head of two bytes.
    expect(last).toContain(`00003a8c080f${Buffer.from('10000k/50000k').toString('hex')}`)
    expect(last).not.toContain('Attribute 25 (Class)')
    const before = told.slice(0, told.lastIndexOf('Received RADIUS message'))
    expect(before).not.toContain('Framed-IP-Address) length=6\n      Value: 100.64.0.77')
  })

  test('who may not go online is refused in the first rounds, with the reason', async () => {
    await of.service('out', { status: 'suspended' })
    expect((await dial('MSCHAPV2', 'out', 'pw-out')).isIn).toBe(false)
    await until(async () => (await logins('out')).length > 0)
    expect(await logins('out')).toEqual([{ accepted: false, reason: 'service-suspended' }])
  })
})
