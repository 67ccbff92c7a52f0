import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { totpContext } from '../../access/two-factor.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { open, seal } from '../../secrets.ts'
import { open as openRadius, seal as sealRadius } from '../../sessions/seal.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'
import { openBody, sealBody } from '../../mail/encrypted-body.ts'
import { passwordContext, variableContext } from '../../devices/password-context.ts'
import { accessContext } from '../../devices/wifi/access-load.ts'
import { sealTarget } from '../../alerts/notify/secret.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import { rotateKeys } from './rotate-keys.ts'

const [oldest, former, fresh, lost] = [1, 2, 3, 4].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
let fixture: Fixture
/** More than a batch. */
const devices = 1_100
let lostDevice: number
const privateKey = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'

beforeAll(async () => {
  fixture = await setupFixture()
  await fixture.panel.sql(async (tx) => {
    const model_id = await createModel(tx)
    const { master } = fixture.companies
    await sql`insert into hardware (company_id, model_id, name) select ${master}, ${model_id}, 'Device ' || n from generate_series(1, ${devices}::int) n`.execute(
      tx,
    )
    const { rows } = await sql<{ id: number }>`select id from hardware order by id`.execute(tx)
    const sealed = rows.map(({ id }, i) => seal(i % 2 === 0 ? former : oldest, `pass-${id}`, passwordContext(id)))
    await sql`update hardware h set management_password = v.sealed from unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed}::bytea[]) v(id, sealed) where h.id = v.id`.execute(
      tx,
    )
    lostDevice = rows[5]!.id
    await sql`update hardware set management_password = ${seal(lost, 'gone', passwordContext(lostDevice))} where id = ${lostDevice}`.execute(
      tx,
    )
    // Without a password there is nothing to encrypt.
    await sql`insert into hardware (company_id, model_id, name) values (${master}, ${model_id}, 'None')`.execute(tx)
    const user = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow()
    await sql`insert into user_credential (user_id, password_hash, totp_secret, totp_pending) values
      (${user.id}, 'x', ${seal(former, 'TOTPSECRET', totpContext(user.id))}, ${seal(former, 'PENDING', totpContext(user.id))})
      on conflict (user_id) do update set totp_secret = excluded.totp_secret, totp_pending = excluded.totp_pending`.execute(
      tx,
    )
    await sql`insert into nas (company_id, name, address, secret, ipoe_password) values (${master}, 'N', '192.0.2.1', ${sealRadius(former, 'a-secret-of-radius')}, ${sealRadius(former, 'every-ipoe-request')})`.execute(
      tx,
    )
    await sql`with t as (insert into tariff (company_id, name, price, currency) values (${master}, 'T', 1, 'GBP') returning id)
      insert into service (kind, company_id, tariff_id, username, password) select 'vpn-dialup', ${master}, t.id, 'u', ${sealRadius(oldest, 'dial')} from t`.execute(
      tx,
    )
    const site = await sql<{
      id: number
    }>`insert into site (company_id, name) values (${master}, 'S') returning id`.execute(tx)
    const entry = async (name: string, key: Buffer) => {
      const created = await sql<{ id: number }>`
        insert into access_control (company_id, site_id, mac, name, action, rank)
          values (${master}, ${site.rows[0]!.id}, '4c:5e:0c:00:00:01', ${name}, 'allow', 1) returning id`.execute(tx)
      const { id } = created.rows[0]!
      await sql`update access_control set passphrase = ${seal(key, 'only-for-cameras', accessContext(id))},
        passphrase_digest = ${passphraseDigest(key, 'only-for-cameras')} where id = ${id}`.execute(tx)
    }
    await entry('Camera', former)
    await entry('Lost', lost)
    const setting = await sql<{ id: number }>`
      insert into wifi_setting (company_id, hardware_id, stack, ssid, encryption)
        values (${master}, ${lostDevice}, 'caps-man', 'Home', 'wpa2') returning id`.execute(tx)
    const certificate = (kind: 'ca' | 'server', keys: ReturnType<typeof sql>) => sql`
      insert into radius_certificate (kind, pem, root_pem, private_key, signing_key, id, subject, serial, fingerprint, not_before, not_after, source, created_by)
        select ${kind}, 'x', case when ${kind} = 'server' then 'x' end, k.private_key, k.signing_key, k.id, 'CN=x', '4a', repeat(${kind === 'ca' ? 'a' : 'b'}, 64), now(), now(), 'generated', 'x'
        from ${keys}`
    await certificate(
      'server',
      sql`(select ${sealRadius(former, privateKey)}::bytea as private_key, null::bytea as signing_key, 101 as id) k`,
    ).execute(tx)
    await certificate(
      'ca',
      sql`(select null::bytea as private_key, ${seal(oldest, privateKey, 'radius-ca:102')}::bytea as signing_key, 102 as id) k`,
    ).execute(tx)
    await sql`insert into mail (kind, to_address, subject, body_text, body_html, sealed_body, locale, message_id, state)
      values ('invitation', 'a@x.example', 's', '', '', ${sealBody(former, { text: 'link', html: '<a>' }, '<1@x>')}, 'en', '<1@x>', 'failed')`.execute(
      tx,
    )
    for (const [name, key] of [
      ['Chat', former],
      ['Lost chat', lost],
    ] as const)
      await sql`insert into notification_target (company_id, name, kind, secret)
        values (${master}, ${name}, 'slack', ${sealTarget(key, { url: 'https://hooks.example.net/a', token: null })})`.execute(
        tx,
      )
    const variable = await sql<{ id: number }>`
      insert into template_variable (company_id, name, secret) values (${master}, 'snmp_community', 'x') returning id`.execute(
      tx,
    )
    await sql`update template_variable set secret = ${seal(former, 'only-for-monitoring', variableContext(variable.rows[0]!.id))}`.execute(
      tx,
    )
    const { id } = setting.rows[0]!
    await sql`update wifi_setting set passphrase = ${seal(oldest, 'eight-or-more', `wifi-setting:${id}`)},
      passphrase_digest = ${passphraseDigest(oldest, 'eight-or-more')} where id = ${id}`.execute(tx)
  })
})
afterAll(() => fixture?.panel.stop())

const rotate = (keys: readonly [Buffer, ...Buffer[]]) =>
  rotateKeys((work) => withSystem(fixture.panel.databases, work, { actor_name: 'system' }), keys)
const rowsOf = <T>(query: ReturnType<typeof sql<T>>) => fixture.panel.sql(async (tx) => (await query.execute(tx)).rows)

test('values of former keys are re-encrypted with the new key; values of a lost key are counted and kept; a second run is harmless', async () => {
  const first = await rotate([fresh, former, oldest])
  expect(first).toEqual({
    'passwords of devices': { sealed: devices - 1, unchanged: 0, unopened: 1 },
    'addresses and tokens of notification targets': { sealed: 1, unchanged: 0, unopened: 1 },
    'secrets of queued commands': { sealed: 0, unchanged: 0, unopened: 0 },
    'secrets of rollouts': { sealed: 0, unchanged: 0, unopened: 0 },
    'logins of routers before their first call': { sealed: 0, unchanged: 0, unopened: 0 },
    'secret variables of templates': { sealed: 1, unchanged: 0, unopened: 0 },
    'tokens of setup lines': { sealed: 0, unchanged: 0, unopened: 0 },
    'keys of configuration backups': { sealed: 0, unchanged: 0, unopened: 0 },
    'passphrases of Wi-Fi networks': { sealed: 1, unchanged: 0, unopened: 0 },
    'passphrases of Wi-Fi access lists': { sealed: 1, unchanged: 0, unopened: 1 },
    'two-factor secrets': { sealed: 2, unchanged: 0, unopened: 0 },
    'mails with a secret link': { sealed: 1, unchanged: 0, unopened: 0 },
    'secrets of NAS devices': { sealed: 2, unchanged: 0, unopened: 0 },
    'passwords of services and dial-ups': { sealed: 1, unchanged: 0, unopened: 0 },
    'private key of the RADIUS server certificate': { sealed: 1, unchanged: 0, unopened: 0 },
    'private keys of RADIUS CAs': { sealed: 1, unchanged: 0, unopened: 0 },
  })
  for (const { id, sealed } of await rowsOf(
    sql<{
      id: number
      sealed: Buffer
    }>`select id, management_password as sealed from hardware where management_password is not null`,
  ))
    if (id !== lostDevice) expect(open(fresh, sealed, passwordContext(id))).toBe(`pass-${id}`)
    else expect(open(lost, sealed, passwordContext(id))).toBe('gone')
  const [credential] = await rowsOf(
    sql<{
      user_id: number
      totp_secret: Buffer
      totp_pending: Buffer
    }>`select user_id, totp_secret, totp_pending from user_credential where totp_secret is not null`,
  )
  expect(open(fresh, credential!.totp_secret, totpContext(credential!.user_id))).toBe('TOTPSECRET')
  expect(open(fresh, credential!.totp_pending, totpContext(credential!.user_id))).toBe('PENDING')
  const [variable] = await rowsOf(sql<{ id: number; secret: Buffer }>`select id, secret from template_variable`)
  expect(open(fresh, variable!.secret, variableContext(variable!.id))).toBe('only-for-monitoring')
  const [mail] = await rowsOf(sql<{ sealed: Buffer }>`select sealed_body as sealed from mail`)
  expect(openBody(fresh, mail!.sealed, '<1@x>')).toEqual({ text: 'link', html: '<a>' })
  const [nas] = await rowsOf(sql<{ secret: Buffer; ipoe_password: Buffer }>`select secret, ipoe_password from nas`)
  expect(openRadius(fresh, nas!.secret)).toBe('a-secret-of-radius')
  expect(openRadius(fresh, nas!.ipoe_password)).toBe('every-ipoe-request')
  expect(openRadius(fresh, (await rowsOf(sql<{ password: Buffer }>`select password from service`))[0]!.password)).toBe(
    'dial',
  )
  const [server] = await rowsOf(
    sql<{ private_key: Buffer }>`select private_key from radius_certificate where kind = 'server'`,
  )
  expect(openRadius(fresh, server!.private_key)).toBe(privateKey)
  const [ca] = await rowsOf(sql<{ signing_key: Buffer }>`select signing_key from radius_certificate where kind = 'ca'`)
  expect(open(fresh, ca!.signing_key, 'radius-ca:102')).toBe(privateKey)
  // The digest of a passphrase depends on the key, so it changes too.
  const digests = await rowsOf(
    sql<{ name: string; digest: string }>`
      select name, passphrase_digest as digest from access_control union all select ssid, passphrase_digest from wifi_setting`,
  )
  expect(new Map(digests.map(({ name, digest }) => [name, digest]))).toEqual(
    new Map([
      ['Camera', passphraseDigest(fresh, 'only-for-cameras')],
      ['Lost', passphraseDigest(lost, 'only-for-cameras')],
      ['Home', passphraseDigest(fresh, 'eight-or-more')],
    ]),
  )
  expect(await rotate([fresh, former, oldest])).toEqual({
    'addresses and tokens of notification targets': { sealed: 0, unchanged: 1, unopened: 1 },
    'passwords of devices': { sealed: 0, unchanged: devices - 1, unopened: 1 },
    'secrets of queued commands': { sealed: 0, unchanged: 0, unopened: 0 },
    'secrets of rollouts': { sealed: 0, unchanged: 0, unopened: 0 },
    'logins of routers before their first call': { sealed: 0, unchanged: 0, unopened: 0 },
    'secret variables of templates': { sealed: 0, unchanged: 1, unopened: 0 },
    'tokens of setup lines': { sealed: 0, unchanged: 0, unopened: 0 },
    'keys of configuration backups': { sealed: 0, unchanged: 0, unopened: 0 },
    'passphrases of Wi-Fi networks': { sealed: 0, unchanged: 1, unopened: 0 },
    'passphrases of Wi-Fi access lists': { sealed: 0, unchanged: 1, unopened: 1 },
    'two-factor secrets': { sealed: 0, unchanged: 2, unopened: 0 },
    'mails with a secret link': { sealed: 0, unchanged: 1, unopened: 0 },
    'secrets of NAS devices': { sealed: 0, unchanged: 2, unopened: 0 },
    'passwords of services and dial-ups': { sealed: 0, unchanged: 1, unopened: 0 },
    'private key of the RADIUS server certificate': { sealed: 0, unchanged: 1, unopened: 0 },
    'private keys of RADIUS CAs': { sealed: 0, unchanged: 1, unopened: 0 },
  })
  // The lost key is available again.
  expect((await rotate([fresh, lost]))['passwords of devices']).toEqual({
    sealed: 1,
    unchanged: devices - 1,
    unopened: 0,
  })
})
