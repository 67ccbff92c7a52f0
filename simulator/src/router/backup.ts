import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'
import { formatDate, formatTime } from './values.ts'

const plainMark = Buffer.from([0x88, 0xac, 0xa1, 0xb1])
const sealedMark = Buffer.from([0xef, 0xa8, 0x91, 0x72])

const keyOf = (password: string, salt: Uint8Array): Buffer =>
  createHash('sha256').update(salt).update(password, 'utf8').digest()

function pack(tables: ReadonlyMap<string, Row[]>, password: string): Buffer {
  const content = gzipSync(JSON.stringify([...tables]))
  if (password === '') return Buffer.concat([plainMark, content])
  const salt = randomBytes(16)
  const cipher = createCipheriv('aes-256-gcm', keyOf(password, salt), salt.subarray(0, 12))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([sealedMark, salt, cipher.getAuthTag(), sealed])
}

/** @throws Trap if the password differs from the one it was saved with, or the file is not a backup */
function unpack(bytes: Buffer, password: string): Map<string, Row[]> {
  const mark = bytes.subarray(0, 4)
  let content = bytes.subarray(4)
  if (mark.equals(sealedMark)) {
    const salt = content.subarray(0, 16)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(password, salt), salt.subarray(0, 12))
    decipher.setAuthTag(content.subarray(16, 32))
    try {
      content = Buffer.concat([decipher.update(content.subarray(32)), decipher.final()])
    } catch {
      throw new Trap('failure: wrong backup password')
    }
  } else if (!mark.equals(plainMark)) throw new Trap('failure: not a backup file')
  return new Map(JSON.parse(gunzipSync(content).toString('utf8')) as [string, Row[]][])
}

function nameOf(router: RouterState, given: string | undefined): string {
  if (given !== undefined && given !== '') return given.endsWith('.backup') ? given : `${given}.backup`
  const stamp = `${formatDate(router.version, router.now())}-${formatTime(router.now())}`.replace(/[^0-9a-z]/g, '')
  return `${router.single('/system/identity')['name'] ?? 'MikroTik'}-${stamp}.backup`
}

const save: Handler = (router, caller, args) => {
  if (!caller.policies.has('write') || !caller.policies.has('sensitive')) throw noPermission()
  const password = args.has('dont-encrypt') ? '' : (args.get('password') ?? '')
  const bytes = pack(router.snapshot(), password)
  router.files.write(nameOf(router, args.get('name')), bytes, router.now())
  router.log('system,info', 'backup saved')
  return done
}

/** Restores the state at the time of the backup, after a reboot. */
const load: Handler = (router, caller, args) => {
  if (!caller.policies.has('write') || !caller.policies.has('policy')) throw noPermission()
  const name = args.get('name') ?? ''
  const file = router.files.get(name) ?? router.files.get(`${name}.backup`)
  if (!file) throw new Trap('input does not match any value of name', 1)
  router.restoreAtBoot(unpack(file.bytes, args.get('password') ?? ''))
  return { gone: true }
}

export const backupHandlers: Readonly<Record<string, Handler>> = {
  '/system/backup/save': save,
  '/system/backup/load': load,
}
