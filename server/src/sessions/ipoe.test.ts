import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedRadiusTenants, startTestRadius, testKey, type TestRadius } from '../testing/radius.ts'
import { noRadius } from '../testing/radius-here.ts'
import { seal } from './seal.ts'

/** IPoE: DHCP servers as RADIUS clients. Requests are formed as RouterOS, Cisco and Junos send them. */
describe.skipIf(noRadius !== undefined)('IPoE', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let nas: number

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    nas = await of.nas('127.0.0.2', { vendor: 'mikrotik', purposes: ['ipoe'] })
  })
  afterAll(() => on?.stop())

  /** A RouterOS DHCP server: an empty password, and the client identifier as the calling station. */
  const routerOs = (mac: string, more: Record<string, string> = {}, options = {}) =>
    on.send(
      'auth',
      {
        'User-Name': mac,
        'User-Password': '',
        'NAS-Identifier': 'edge',
        'NAS-Port': 2_161_115_136,
        'NAS-Port-Id': 'bridge-lan',
        'NAS-Port-Type': 'Ethernet',
        'Called-Station-Id': 'dhcp1',
        'Calling-Station-Id': `1:${mac.toLowerCase().replaceAll(/\b0/g, '')}`,
        ...more,
      },
      options,
    )
  const byMac = (username: string, mac: string, values: Record<string, unknown> = {}) =>
    of.service(username, { auth_method: 'mac', mac, password: null, ...values })
  const lastReason = async (user: string) =>
    (
      await on.query<{ accepted: boolean; reason: string }>(
        'select accepted, reason from auth_log where username = $1 order by id desc limit 1',
        [user],
      )
    )[0]

  test('a MAC address in any spelling is accepted with an empty password or with itself as the password', async () => {
    await byMac('house-1', '00:e1:0c:38:c8:f8')
    for (const spelled of [
      '00:E1:0C:38:C8:F8',
      '00-E1-0C-38-C8-F8',
      '00e1.0c38.c8f8',
      '00e1-0c38-c8f8',
      '00e10c38c8f8',
      '0:e1:c:38:c8:f8',
      '1:0:e1:c:38:c8:f8',
    ]) {
      expect((await routerOs(spelled)).code, spelled).toBe('Access-Accept')
      expect((await on.send('auth', { 'User-Name': spelled })).code, `${spelled} without`).toBe('Access-Accept')
      for (const [kind, password] of [
        ['User-Password', spelled],
        ['User-Password', '00e10c38c8f8'],
        ['CHAP-Password', spelled],
      ] as const)
        expect((await on.send('auth', { 'User-Name': spelled, [kind]: password })).code, `${spelled} ${password}`).toBe(
          'Access-Accept',
        )
    }
  }, 60_000)

  test('any other password is rejected, and so is the MAC address at a NAS without IPoE', async () => {
    await of.nas('127.0.0.3', { purposes: ['pppoe'] })
    const mac = '00:e1:0c:38:c8:f8'
    for (const password of ['guess', '00e10c38c8f9', '000000000000'])
      expect((await on.send('auth', { 'User-Name': mac, 'User-Password': password })).code, password).toBe(
        'Access-Reject',
      )
    expect(await lastReason('house-1')).toEqual({ accepted: false, reason: 'bad-credentials' })
    expect((await routerOs(mac, {}, { from: '127.0.0.3' })).code).toBe('Access-Reject')
    expect((await on.send('auth', { 'User-Name': 'house-1' }, { from: '127.0.0.3' })).code).toBe('Access-Reject')
    expect(await lastReason('house-1')).toEqual({ accepted: false, reason: 'nas-not-allowed' })
    // A service with its own password does not accept an empty one.
    await of.service('02:00:00:00:00:99')
    expect((await routerOs('02:00:00:00:00:99')).code).toBe('Access-Reject')
    expect(await lastReason('02:00:00:00:00:99')).toEqual({ accepted: false, reason: 'no-password' })
  }, 60_000)

  test('a NAS of another company cannot use the service', async () => {
    await of.nas('127.0.0.4', { company_id: of.other, purposes: ['ipoe'] })
    expect((await routerOs('00:E1:0C:38:C8:F8', {}, { from: '127.0.0.4' })).code).toBe('Access-Reject')
    expect(await lastReason('00:E1:0C:38:C8:F8')).toEqual({ accepted: false, reason: 'unknown-user' })
  })

  test('a NAS with its own IPoE password must send that one', async () => {
    await of.nas('127.0.0.5', { purposes: ['ipoe'], ipoe_password: seal(testKey, 'junos-pass') })
    const query = (password: string) =>
      on.send('auth', { 'User-Name': '00e1.0c38.c8f8', 'User-Password': password }, { from: '127.0.0.5' })
    expect((await query('junos-pass')).code).toBe('Access-Accept')
    expect((await query('')).code).toBe('Access-Reject')
    expect((await query('00e1.0c38.c8f8')).code).toBe('Access-Reject')
  })

  const circuit = Buffer.from('000400640001', 'hex')
  const remote = Buffer.from('0006aabbccddeeff', 'hex')
  const hex = (octets: Buffer) => `0x${octets.toString('hex')}`
  const option82 = (username: string, values: Record<string, unknown>) =>
    of.service(username, { auth_method: 'option82', password: null, ...values })

  test('option 82 identifies the service in the forms of RFC 4679, Redback, Cisco and Juniper', async () => {
    await option82('port-1', { circuit_id: circuit, remote_id: remote })
    await option82('port-2', { circuit_id: Buffer.from('eth 0/2'), remote_id: Buffer.from('switch-7') })
    const mac = '02:00:00:00:00:01'
    const tlv = (number: number, octets: Buffer) => Buffer.concat([Buffer.from([number, octets.length]), octets])
    const forms: [string, Record<string, string>][] = [
      ['RFC 4679', { 'ADSL-Agent-Circuit-Id': hex(circuit), 'ADSL-Agent-Remote-Id': hex(remote) }],
      ['Redback', { 'Agent-Circuit-Id': hex(circuit), 'Agent-Remote-Id': hex(remote) }],
      ['Juniper', { 'ERX-Dhcp-Option-82': hex(Buffer.concat([tlv(1, circuit), tlv(2, remote)])) }],
      [
        'hexadecimal text',
        {
          'ADSL-Agent-Circuit-Id': hex(Buffer.from(hex(circuit))),
          'ADSL-Agent-Remote-Id': hex(Buffer.from(hex(remote))),
        },
      ],
    ]
    for (const [form, attributes] of forms) {
      expect((await routerOs(mac, attributes)).code, form).toBe('Access-Accept')
      expect(await lastReason('port-1'), form).toEqual({ accepted: true, reason: '' })
      await on.query(`delete from auth_log`)
    }
    const cisco = await on.sendText(
      'auth',
      `User-Name = "${mac}"\nCisco-AVPair += "client-mac-address=0200.0000.0001"\nCisco-AVPair += "circuit-id-tag=eth 0/2"\nCisco-AVPair += "remote-id-tag=switch-7"`,
    )
    expect(cisco.code).toBe('Access-Accept')
    expect(await lastReason('port-2')).toEqual({ accepted: true, reason: '' })
    // The same circuit at another access node belongs to another customer.
    const elsewhere = { 'ADSL-Agent-Circuit-Id': hex(circuit), 'ADSL-Agent-Remote-Id': hex(Buffer.from('other')) }
    expect((await routerOs(mac, elsewhere)).code).toBe('Access-Reject')
  }, 60_000)

  test('a circuit id alone identifies the service only at its own NAS', async () => {
    const other = await of.nas('127.0.0.6', { purposes: ['ipoe'] })
    await option82('ether5-here', { circuit_id: Buffer.from('ether5'), nas_id: nas })
    await option82('ether5-there', { circuit_id: Buffer.from('ether5'), nas_id: other })
    const attributes = { 'ADSL-Agent-Circuit-Id': hex(Buffer.from('ether5')) }
    expect((await routerOs('02:00:00:00:00:02', attributes)).code).toBe('Access-Accept')
    expect((await routerOs('02:00:00:00:00:02', attributes, { from: '127.0.0.6' })).code).toBe('Access-Accept')
    expect(await lastReason('ether5-here')).toEqual({ accepted: true, reason: '' })
    expect(await lastReason('ether5-there')).toEqual({ accepted: true, reason: '' })
  })

  test('the identifier can be in the user name, by a setting of the NAS', async () => {
    await of.nas('127.0.0.7', { purposes: ['ipoe'], ipoe_identifier: 'circuit-and-remote' })
    await of.nas('127.0.0.8', { purposes: ['ipoe'], ipoe_identifier: 'remote-id' })
    await option82('joined', { circuit_id: Buffer.from('ge-0/0/1.100:1.5'), remote_id: Buffer.from('cpe.9') })
    await option82('by-remote', { remote_id: Buffer.from('ONT-4711') })
    expect((await routerOs('ge-0/0/1.100:1.5.cpe.9', {}, { from: '127.0.0.7' })).code).toBe('Access-Accept')
    expect((await routerOs('ONT-4711', {}, { from: '127.0.0.8' })).code).toBe('Access-Accept')
    expect(await lastReason('joined')).toEqual({ accepted: true, reason: '' })
    expect(await lastReason('by-remote')).toEqual({ accepted: true, reason: '' })
  })

  test('address, IPv6, rate and suspension are those of the service, and accounting by MAC address is counted for it', async () => {
    const tariff = await of.tariff({ download_rate: 50_000, upload_rate: 10_000 })
    const id = await byMac('house-2', '00:e1:0c:38:c8:02', {
      tariff_id: tariff,
      ipv4_method: 'static-address',
      address: '100.64.7.7',
      framed_ipv6_method: 'static-prefix',
      framed_ipv6: '2001:db8:1::/64',
      delegated_ipv6_method: 'static',
      ipv6_network: '2001:db8:2::/56',
    })
    const { code, attributes } = await routerOs('00:E1:0C:38:C8:02')
    expect(code).toBe('Access-Accept')
    expect(attributes).toMatchObject({
      'Framed-IP-Address': ['100.64.7.7'],
      'Mikrotik-Rate-Limit': ['10000k/50000k'],
      'Framed-IPv6-Prefix': ['2001:db8:1::/64'],
      'Delegated-IPv6-Prefix': ['2001:db8:2::/56'],
    })
    await on.send('acct', {
      'Acct-Status-Type': 'Start',
      'Acct-Session-Id': 'dhcp-1',
      'User-Name': '00:E1:0C:38:C8:02',
      'Calling-Station-Id': '1:0:e1:c:38:c8:2',
      'Framed-IP-Address': '100.64.7.7',
    })
    expect(
      await on.query(`select service_id, username, nas_username from session_live where acct_session_id = 'dhcp-1'`),
    ).toEqual([{ service_id: id, username: 'house-2', nas_username: '00:E1:0C:38:C8:02' }])
    await on.query(`update service set status = 'suspended' where id = $1`, [id])
    expect((await routerOs('00:E1:0C:38:C8:02')).code).toBe('Access-Reject')
    expect(await lastReason('house-2')).toEqual({ accepted: false, reason: 'service-suspended' })
  })

  test('malformed identifiers are rejected as an unknown user', async () => {
    const malformed: Record<string, string>[] = [
      { 'ERX-Dhcp-Option-82': '0x01ff00' },
      { 'ERX-Dhcp-Option-82': '0x02' },
      { 'ADSL-Agent-Circuit-Id': '0x00ff00' },
      { 'ADSL-Agent-Remote-Id': hex(Buffer.from('0x0')) },
    ]
    for (const attributes of malformed)
      expect((await routerOs('not-a-mac', attributes)).code, JSON.stringify(attributes)).toBe('Access-Reject')
    expect(await lastReason('not-a-mac')).toEqual({ accepted: false, reason: 'unknown-user' })
  }, 60_000)
})
