import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClientCertificate, readCertificate } from '@trunkline/radius/x509'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nasSecret, seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { noRadius, warnSkipped, until } from '../testing/radius-here.ts'

const run = promisify(execFile)

/** Why EAP tests cannot run on this machine; undefined if they can. In CI they must. */
const noEap = ((): string | undefined => {
  if (noRadius !== undefined || existsSync('/usr/bin/eapol_test')) return noRadius
  return warnSkipped('logins with EAP', 'eapol_test is not installed (Debian: eapoltest)')
})()

/** The methods of a network block of wpa_supplicant.conf. */
const methods = {
  MD5: { eap: 'MD5' },
  MSCHAPV2: { eap: 'MSCHAPV2' },
  'PEAP/MSCHAPv2': { eap: 'PEAP', phase2: '"auth=MSCHAPV2"' },
  'TTLS/PAP': { eap: 'TTLS', phase2: '"auth=PAP"' },
  'TTLS/MSCHAPv2': { eap: 'TTLS', phase2: '"auth=MSCHAPV2"' },
  'TTLS/EAP-MSCHAPv2': { eap: 'TTLS', phase2: '"autheap=MSCHAPV2"' },
} as const
type Method = keyof typeof methods
const tunnelled = ['PEAP/MSCHAPv2', 'TTLS/PAP', 'TTLS/MSCHAPv2', 'TTLS/EAP-MSCHAPv2'] as const

/** EAP over RADIUS (RFC 3579), with eapol_test of wpa_supplicant as the NAS and the client. */
describe.skipIf(noEap !== undefined)('EAP', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let certs: string

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.nas('127.0.0.2', { vendor: 'mikrotik' })
    certs = on.certificates
  })
  afterAll(() => on?.stop())

  /**
   * One login.
   * @returns the program's output, whether it ended with success, and the attributes of the last reply by number
   */
  async function dial(settings: Record<string, string>, name: string, options: readonly string[] = []) {
    const file = join(on.folder, `eap-${createHash('md5').update(name).digest('hex')}`)
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
    writeFileSync(file, `network={\n${lines.join('\n')}\n}\n`)
    const args = ['-c', file, '-a', '127.0.0.1', '-p', String(on.authPort), '-s', nasSecret, '-A', '127.0.0.2']
    const { stdout } = await run('eapol_test', [...args, '-t', '15', ...options], { maxBuffer: 16_000_000 }).catch(
      (error: { stdout: string }) => error,
    )
    const replies = [...stdout.matchAll(/^Received RADIUS message\nRADIUS message:.*\n(.*)\n/gm)]
    expect(replies.length).toBeGreaterThan(0)
    for (const [, first] of replies)
      expect(first, 'the first attribute').toContain('Attribute 80 (Message-Authenticator)')
    const last = stdout.slice(stdout.lastIndexOf('Received RADIUS message'))
    return { output: stdout, accepted: /^SUCCESS$/m.test(stdout), last }
  }
  const byPassword = (
    method: Method,
    user: string,
    password: string,
    more: Record<string, string> = {},
    options: readonly string[] = [],
  ) => {
    const { eap, ...rest } = methods[method]
    const tunnel: Record<string, string> = method.includes('/')
      ? { key_mgmt: 'WPA-EAP', ca_cert: `"${certs}/ca.pem"` }
      : { key_mgmt: 'IEEE8021X', eapol_flags: '0' }
    return dial(
      { ...tunnel, eap, ...rest, identity: `"${user}"`, password: `"${password}"`, ...more },
      `${method}${user}${password}`,
      // Methods without a tunnel derive no keys.
      [...(method.includes('/') ? [] : ['-n']), ...options],
    )
  }
  const logins = (user: string) =>
    on.query<{ accepted: boolean; reason: string }>(
      'select accepted, reason from auth_log where username = $1 order by at, id',
      [user],
    )

  test.each(['MD5', 'MSCHAPV2'] as const)('EAP-%s accepts the right password only', async (method) => {
    const user = method.toLowerCase()
    await of.service(user)
    expect((await byPassword(method, user, `pw-${user}`)).accepted).toBe(true)
    // Several round trips, one login.
    expect(await logins(user)).toEqual([{ accepted: true, reason: '' }])
    expect((await byPassword(method, user, 'pw-other')).accepted).toBe(false)
    await until(async () => (await logins(user)).length === 2)
    expect((await logins(user))[1]).toEqual({ accepted: false, reason: 'bad-credentials' })
  })

  test.each(tunnelled)('%s accepts the right password only, behind an anonymous outer identity', async (method) => {
    const user = method.toLowerCase().replaceAll('/', '-')
    await of.service(user)
    const anonymous = { anonymous_identity: '"anonymous@isp.example"' }
    const { accepted, last } = await byPassword(method, user, `pw-${user}`, anonymous)
    expect(accepted).toBe(true)
    // The NAS gets the inner name, so that it uses it for accounting.
    expect(last).toMatch(new RegExp(`Attribute 1 \\(User-Name\\) length=\\d+\\s+Value: '${user}'`))
    expect(await logins(user)).toEqual([{ accepted: true, reason: '' }])
    expect((await byPassword(method, user, 'pw-other', anonymous)).accepted).toBe(false)
    await until(async () => (await logins(user)).length === 2)
    expect((await logins(user))[1]).toEqual({ accepted: false, reason: 'bad-credentials' })
    expect(await logins('anonymous@isp.example')).toEqual([])
  })

  test('accounting by the outer identity is counted for the service in the Class', async () => {
    const id = await of.service('inner')
    const { last } = await byPassword('TTLS/PAP', 'inner', 'pw-inner', { anonymous_identity: '"anonymous"' })
    const octets = /Attribute 25 \(Class\) length=\d+\s+Value: ([0-9a-f]+)/.exec(last)?.[1] ?? ''
    expect(Buffer.from(octets, 'hex').toString()).toBe(`ts:${id}`)
    const record = { 'Acct-Session-Id': 'wifi-1', 'User-Name': 'anonymous', Class: `0x${octets}` }
    await on.send('acct', { 'Acct-Status-Type': 'Start', ...record })
    expect(await on.query(`select service_id, username, nas_username from session_live`)).toEqual([
      { service_id: id, username: 'inner', nas_username: 'anonymous' },
    ])
    await on.send('acct', { 'Acct-Status-Type': 'Stop', ...record })
  })

  test('the attributes of a service are in the last reply', async () => {
    const fast = await of.tariff({ download_rate: 50_000, upload_rate: 10_000, session_timeout: 7200 })
    for (const [user, method] of [
      ['fast', 'MSCHAPV2'],
      ['fast-tunnel', 'PEAP/MSCHAPv2'],
    ] as const) {
      await of.service(user, { tariff_id: fast, ipv4_method: 'static-address', address: '100.64.0.77' })
      const { accepted, output, last } = await byPassword(method, user, `pw-${user}`)
      expect(accepted, method).toBe(true)
      expect(last).toMatch(/Attribute 27 \(Session-Timeout\) length=6\s+Value: 7200/)
      expect(last).toMatch(/Attribute 8 \(Framed-IP-Address\) length=6\s+Value: 100\.64\.0\.77/)
      // Mikrotik-Rate-Limit: vendor 14988, attribute 8, thirteen characters after a header of two bytes.
      expect(last).toContain(`00003a8c080f${Buffer.from('10000k/50000k').toString('hex')}`)
      const before = output.slice(0, output.lastIndexOf('Received RADIUS message'))
      expect(before).not.toContain('Framed-IP-Address) length=6\n      Value: 100.64.0.77')
    }
  })

  test('a service that may not go online is rejected with the reason, even within a tunnel', async () => {
    await of.service('out', { status: 'suspended' })
    for (const method of ['MSCHAPV2', 'PEAP/MSCHAPv2', 'TTLS/PAP'] as const) {
      const known = (await logins('out')).length
      expect((await byPassword(method, 'out', 'pw-out')).accepted).toBe(false)
      await until(async () => (await logins('out')).length > known)
      expect((await logins('out')).at(-1), method).toEqual({ accepted: false, reason: 'service-suspended' })
    }
  })

  test('at the session limit an accepted password ends with EAP-Failure, not with a success', async () => {
    await of.service('busy', { simultaneous_use: 1 })
    const station = (address: string) => ['-M', address]
    expect((await byPassword('TTLS/PAP', 'busy', 'pw-busy', {}, station('02:00:00:00:00:01'))).accepted).toBe(true)
    const second = await byPassword('TTLS/PAP', 'busy', 'pw-busy', {}, station('02:00:00:00:00:02'))
    expect(second.accepted).toBe(false)
    expect(second.last).toContain('code=3 (Access-Reject)')
    expect(second.output).toContain('CTRL-EVENT-EAP-FAILURE')
    expect((await logins('busy')).map(({ reason }) => reason)).toEqual(['', 'too-many-sessions'])
  })

  test('a client that does not trust the certificate, or offers another method, is not reported as a wrong password', async () => {
    await of.service('careful')
    const folder = join(on.folder, 'other-ca')
    mkdirSync(folder, { recursive: true })
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Other', '-keyout', 'key.pem', '-out', 'ca.pem'],
      { cwd: folder, stdio: 'ignore' },
    )
    const reason = async (user: string) => {
      await until(async () => (await logins(user)).length > 0)
      return (await logins(user)).at(-1)!.reason
    }
    const other = { ca_cert: `"${folder}/ca.pem"`, anonymous_identity: '"anon-ca"' }
    expect((await byPassword('PEAP/MSCHAPv2', 'careful', 'pw-careful', other)).accepted).toBe(false)
    expect(await reason('anon-ca')).toBe('certificate-not-trusted')
    const gtc = { key_mgmt: 'WPA-EAP', eap: 'PWD', identity: '"anon-pwd"', password: '"x"' }
    expect((await dial(gtc, 'pwd')).accepted).toBe(false)
    expect(await reason('anon-pwd')).toBe('method-not-offered')
  })

  test('a login without a password is reported as one', async () => {
    await of.service('mute')
    expect((await on.send('auth', { 'User-Name': 'mute' })).code).toBe('Access-Reject')
    expect(await logins('mute')).toEqual([{ accepted: false, reason: 'no-password' }])
  })

  test('EAP-TLS accepts the certificate of a service under any user name, and no revoked or unknown one', async () => {
    const id = await of.service('cert-user')
    const folder = join(on.folder, 'client')
    mkdirSync(folder, { recursive: true })
    const issue = async (name: string) => {
      const created = await createClientCertificate({ issuer: on.authority, commonName: name, days: 5 })
      writeFileSync(join(folder, `${name}.pem`), created.certificate)
      writeFileSync(join(folder, `${name}.key`), created.key)
      return readCertificate(created.certificate)
    }
    const { serial, fingerprint } = await issue('known')
    await issue('unknown')
    const authority = readCertificate(on.authority.certificate)
    const authority_id = await of.add('radius_certificate', {
      kind: 'ca',
      pem: on.authority.certificate,
      subject: 'CN=Test',
      serial: authority.serial,
      fingerprint: authority.fingerprint,
      not_before: authority.notBefore,
      not_after: authority.notAfter,
      source: 'uploaded',
      created_by: 'test',
    })
    const dates = { not_after: new Date(Date.now() + 86_400_000), issued_by: 'test' }
    await of.add('service_certificate', {
      service_id: id,
      authority_id,
      serial,
      fingerprint,
      subject: 'known',
      ...dates,
    })
    const settings = (name: string) => ({
      key_mgmt: 'WPA-EAP',
      eap: 'TLS',
      identity: `"anon-${name}"`,
      ca_cert: `"${certs}/ca.pem"`,
      client_cert: `"${folder}/${name}.pem"`,
      private_key: `"${folder}/${name}.key"`,
    })
    const known = await dial(settings('known'), 'tls-known')
    expect(known.accepted).toBe(true)
    expect(known.last).toMatch(/Attribute 1 \(User-Name\) length=\d+\s+Value: 'cert-user'/)
    expect(await logins('cert-user')).toEqual([{ accepted: true, reason: '' }])
    expect((await dial(settings('unknown'), 'tls-unknown')).accepted).toBe(false)
    await until(async () => (await logins('anon-unknown')).length > 0)
    expect(await logins('anon-unknown')).toEqual([{ accepted: false, reason: 'certificate-unknown' }])
    await on.query(`update service_certificate set revoked_at = now(), revoked_by = 'test'`)
    expect((await dial(settings('known'), 'tls-revoked')).accepted).toBe(false)
    await until(async () => (await logins('cert-user')).length > 1)
    expect((await logins('cert-user')).at(-1)).toEqual({ accepted: false, reason: 'certificate-revoked' })
    expect(readFileSync(`${on.folder}/log/radius.log`, 'utf8')).not.toContain('pw-')
  })
})
