import { X509Certificate } from 'node:crypto'
import { certificateOf } from '../protocol/certificate.ts'
import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'
import { formatDateTime } from './values.ts'
import { rowsNamed } from './write.ts'

/** Creates a key and certificate for a row; services that reference the row present it from then on. */
export function makeCertificate(router: RouterState, row: Row): Row {
  const certificate = certificateOf(row['common-name'] ?? router.serial)
  router.certificates.set(row['name'] ?? '', certificate)
  const now = router.now()
  return {
    'key-type': 'ec',
    'key-size': 'prime256v1',
    'digest-algorithm': 'sha256',
    'days-valid': '3650',
    trusted: 'true',
    ...row,
    'private-key': 'true',
    authority: 'true',
    'invalid-before': formatDateTime(router.version, now - 86_400_000),
    'invalid-after': formatDateTime(router.version, now + 3649 * 86_400_000),
    fingerprint: certificate.fingerprint,
  }
}

const sign: Handler = (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  const menu = router.menus.get('/certificate')
  if (!menu) throw new Trap('no such command', 0)
  for (const { path, row } of rowsNamed(router, menu, args)) {
    if (row['fingerprint'] !== undefined) throw new Trap('failure: already signed')
    router.replace(path, row, makeCertificate(router, row))
  }
  return done
}

/** Imports a certificate from a file in PEM, without a private key. The row has the name of the file and `_0`. */
const importCertificate: Handler = (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  const file = router.files.get(args.get('file-name') ?? '')
  if (!file) throw new Trap('input does not match any value of file-name', 1)
  let read: X509Certificate
  try {
    read = new X509Certificate(file.bytes)
  } catch {
    throw new Trap('failure: no certificate in the file')
  }
  const name = args.get('name') ?? `${file.name}_0`
  router.insert('/certificate', {
    name,
    'common-name': /^CN=(.*)$/m.exec(read.subject)?.[1] ?? '',
    fingerprint: read.fingerprint256.replaceAll(':', '').toLowerCase(),
    'private-key': 'false',
    authority: String(read.ca),
    trusted: 'true',
    'invalid-before': formatDateTime(router.version, Date.parse(read.validFrom)),
    'invalid-after': formatDateTime(router.version, Date.parse(read.validTo)),
  })
  router.notes.set(`authority ${name}`, read.toString())
  return done
}

/** Trusted certificates that were imported, in PEM. */
export const trustedBy = (router: RouterState): string[] =>
  router.table('/certificate').rows.flatMap((row) => {
    const pem = router.notes.get(`authority ${row['name']}`)
    return row['trusted'] === 'true' && typeof pem === 'string' ? [pem] : []
  })

export const certificateHandlers: Readonly<Record<string, Handler>> = {
  '/certificate/sign': sign,
  '/certificate/import': importCertificate,
}
