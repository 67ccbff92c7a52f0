import { message } from '@trunkline/contract/errors'
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkExtraAttributes } from '@trunkline/contract/extra-attributes'
import type { ExtraAttribute, RadiusAttribute } from '@trunkline/contract/resources/radius-attribute'
import { findDictionary } from '@trunkline/radius/dictionary'
import { storeDictionary, uploadDictionary } from '@trunkline/radius/upload-dictionary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSystem } from '../../db/system-transaction.ts'
import { createLog } from '../../log.ts'
import { radiusDatabase } from '../../sessions/start-radius.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { noRadius } from '../../testing/radius-here.ts'
import { testKey } from '../../testing/radius.ts'
import { readAttributes } from './radius-attribute.ts'

const run = promisify(execFile)
const installed = findDictionary() ?? ''

let database: TestDatabase
let databaseUrl: string
let folder: string
const query = async <T>(text: string): Promise<T[]> => (await database.databases.appAll.query(text)).rows as T[]

beforeAll(async () => {
  database = await createTestDatabase()
  const radius = {
    authPort: 0,
    acctPort: 0,
    databaseUrl: undefined,
    address: undefined,
    start: true,
    historyMonths: 13,
    path: '',
  }
  databaseUrl = await radiusDatabase({ key: testKey, radius }, database.url)
  folder = await mkdtemp(join(tmpdir(), 'trunkline-dictionary-'))
})
afterAll(async () => {
  await database?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const written = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('the upload of a dictionary', () => {
  test('uses the FreeRADIUS role, and only writes if the content differs', async () => {
    const path = written('dictionary', 'ATTRIBUTE Filter-Id 11 string\nATTRIBUTE Class 25 octets\n')
    expect(await uploadDictionary(databaseUrl, path)).toEqual({ attributes: 2, uploaded: true })
    expect(await uploadDictionary(databaseUrl, path)).toEqual({ attributes: 2, uploaded: false })
    written('dictionary', '# a comment\nATTRIBUTE FILTER-ID 11 string\nATTRIBUTE Framed-MTU 12 integer\n')
    expect(await uploadDictionary(databaseUrl, path)).toEqual({ attributes: 2, uploaded: true })
    expect(await query(`select name from radius_attribute order by name`)).toEqual([
      { name: 'FILTER-ID' },
      { name: 'Framed-MTU' },
    ])
    expect(await query(`select hash <> '' as hashed, loaded_at is not null as dated from radius_dictionary`)).toEqual([
      { hashed: true, dated: true },
    ])
  })

  test('happens once with several concurrent servers', async () => {
    const path = written('several', 'ATTRIBUTE Filter-Id 11 string\n')
    const results = await Promise.all([1, 2, 3].map(() => uploadDictionary(databaseUrl, path)))
    expect(results.every(({ attributes }) => attributes === 1)).toBe(true)
    expect(await query(`select name from radius_attribute`)).toEqual([{ name: 'Filter-Id' }])
  })

  test('in the background does not fail a start without dictionary or database', async () => {
    const log = createLog('silent')
    await storeDictionary(databaseUrl, log, undefined).stop()
    const away = storeDictionary('postgres://nobody@127.0.0.1:1/none', log, written('away', 'ATTRIBUTE A 1 string\n'))
    await away.stop()
    const done = storeDictionary(databaseUrl, log, written('back', 'ATTRIBUTE B 1 string\n'))
    await done.done
    expect(await query(`select name from radius_attribute`)).toEqual([{ name: 'B' }])
  })
})

describe.skipIf(noRadius !== undefined)('the installed dictionary', () => {
  let attributes: Map<string, RadiusAttribute>
  beforeAll(async () => {
    await uploadDictionary(databaseUrl, installed)
    const names = lines.map(({ attribute }) => attribute.split(':')[0] as string)
    const found = await withSystem(database.databases, (tx) => readAttributes(tx, names), { actor_name: 'test' })
    attributes = new Map(found.map((attribute) => [attribute.name.toLowerCase(), attribute]))
  })

  const line = (attribute: string, value: string): ExtraAttribute => ({ attribute, op: '+=', value, vendor: null })
  const lines = [
    line('Filter-Id', 'gold'),
    line('Filter-Id', 'grün'),
    line('Framed-MTU', '1492'),
    line('Service-Type', 'Framed-User'),
    line('Event-Timestamp', '1767225600'),
    line('Login-IP-Host', '192.0.2.1'),
    line('NAS-IPv6-Address', '2001:db8::1'),
    line('Framed-Interface-Id', '0:0:0:1'),
    line('Originating-Line-Info', '0x0a01'),
    line('Tunnel-Type:1', 'L2TP'),
    line('Tunnel-Private-Group-Id:1', '100'),
    line('Tunnel-Private-Group-Id', '100'),
    line('PMIP6-Home-IPv4-HoA', '192.0.2.0/24'),
    line('Route-IPv6-Information', '2001:db8::/48'),
    line('IP-Port-Range-Range-Start', '1024'),
    line('Cisco-AVPair', 'ip:addr-pool=POOL'),
    line('Mikrotik-Wireless-VLANID', '12'),
    line('USR-Channel', '7'),
    line('Lucent-Max-Shared-Users', '7'),
    line('WiMAX-GMT-Timezone-offset', '-3600'),
    line('WiMAX-Release', '1.0'),
    line('WiMAX-DHCPv4-Server', '192.0.2.1'),
  ]

  /** Octets of the attributes in a packet that radclient builds from the lines. */
  async function encoded(of: ExtraAttribute): Promise<number> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve)
    })
    try {
      const packet = new Promise<Buffer>((resolve) => {
        socket.once('message', resolve)
      })
      const child = run('radclient', ['-r', '1', '-t', '1', `127.0.0.1:${socket.address().port}`, 'acct', 'x'])
      child.child.stdin?.end(`${of.attribute} = ${/^[\w.:/-]+$/.test(of.value) ? of.value : `"${of.value}"`}\n`)
      const length = (await packet).length
      await child.catch(() => {})
      // The header of a packet has 20 octets (RFC 2865, 3).
      return length - 20
    } finally {
      socket.close()
    }
  }

  test('the displayed size is the size on the wire', async () => {
    const { errors, octets } = checkExtraAttributes(lines, (name) => attributes.get(name), { restricted: false })
    expect(errors).toEqual({})
    const found = await Promise.all(lines.map(encoded))
    expect(lines.map(({ attribute }, at) => [attribute, found[at]])).toEqual(
      lines.map(({ attribute }, at) => [attribute, octets[at]]),
    )
  })

  test('attributes that stay within login and panel are known by their real numbers', async () => {
    const names = [
      'User-Name',
      'User-Password',
      'CHAP-Password',
      'State',
      'Class',
      'Proxy-State',
      'CHAP-Challenge',
      'EAP-Message',
      'Message-Authenticator',
      'Error-Cause',
      'EAP-Key-Name',
      'MS-MPPE-Send-Key',
      'MS-MPPE-Encryption-Types',
      'MS-CHAP2-Success',
      'Session-Timeout',
      'Idle-Timeout',
      'Acct-Interim-Interval',
      'Framed-IP-Address',
      'Framed-IP-Netmask',
      'Framed-Route',
      'Framed-IPv6-Prefix',
      'Framed-IPv6-Route',
      'Framed-IPv6-Pool',
      'Framed-IPv6-Address',
      'Delegated-IPv6-Prefix',
      'Delegated-IPv6-Prefix-Pool',
      'Mikrotik-Rate-Limit',
      'Mikrotik-Address-List',
      'Huawei-Input-Average-Rate',
      'Huawei-Output-Average-Rate',
      'Cambium-ePMP-Max-Burst-Uplink-Rate',
      'Cambium-ePMP-Max-Burst-Downlink-Rate',
      'WISPr-Bandwidth-Max-Up',
      'WISPr-Bandwidth-Max-Down',
      'Tunnel-Password',
    ]
    const found = await withSystem(database.databases, (tx) => readAttributes(tx, names), { actor_name: 'test' })
    expect(found.map(({ name }) => name)).toEqual(names.toSorted())
    const { errors } = checkExtraAttributes(
      names.map((name) => line(name, '1')),
      (name) => found.find((attribute) => attribute.name.toLowerCase() === name),
      { restricted: false },
    )
    expect(Object.keys(errors)).toEqual(names.map((_, at) => `${at}.attribute`))
    expect(Object.values(errors)).not.toContainEqual(message('attribute.unknown'))
  })

  test('attributes that administer routers are known by their real numbers', async () => {
    const names = [
      'Service-Type',
      'Management-Privilege-Level',
      'Management-Policy-Id',
      'Mikrotik-Group',
      'Huawei-Exec-Privilege',
      'Cambium-ePMP-UserLevel',
      'Juniper-Local-User-Name',
      'Juniper-Allow-Commands',
      'Juniper-Allow-Configuration',
      'Timetra-Access',
      'Foundry-Privilege-Level',
    ]
    const found = await withSystem(database.databases, (tx) => readAttributes(tx, names), { actor_name: 'test' })
    const { errors } = checkExtraAttributes(
      names.map((name) => line(name, '1')),
      (name) => found.find((attribute) => attribute.name.toLowerCase() === name),
      { restricted: true },
    )
    expect(Object.values(errors)).toEqual(names.map(() => message('attribute.administrative')))
  })
})
