import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection, type Session as SshSession, type SFTPWrapper } from 'ssh2'
import type { RouterState } from '../router/router-state.ts'
import { policiesOf } from '../router/rules-system.ts'
import { listHolds } from '../router/values.ts'
import type { ApiHost } from './api-connection.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/**
 * The SSH service of a router: login with a password, and SFTP to read and write files. Its port is that of `/ip/service`. The
 * shell is not simulated.
 */
export class SshServer {
  private readonly host: ApiHost
  private readonly server: Server
  private readonly protocol: ssh2.Server
  private readonly open = new Set<Socket>()
  private isHanging = false

  constructor(host: ApiHost) {
    this.host = host
    // The generator of ssh2 makes a malformed Ed25519 key about once in 180 times (17 of 3,000).
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'prime256v1',
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    this.protocol = new ssh2.Server({ hostKeys: [privateKey], ident: 'ROSSSH' }, (client, info) =>
      this.accept(client, info.ip),
    )
    this.server = createServer((socket) => {
      this.open.add(socket)
      socket.on('close', () => this.open.delete(socket))
      socket.on('error', () => socket.destroy())
      if (this.isHanging || host.dispatcher.faults.meet(['blackHole'])) return
      this.protocol.injectSocket(socket)
    })
  }

  get connections(): number {
    return this.open.size
  }

  /** @returns the port, which the row of the service then has too */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, host, () => {
        this.server.off('error', reject)
        resolve()
      })
    })
    const address = this.server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  close(): void {
    if (this.server.listening) this.server.close()
  }

  destroy(): void {
    for (const socket of this.open) socket.destroy()
  }

  hang(isHanging: boolean): void {
    this.isHanging = isHanging
    for (const socket of this.open) if (isHanging) socket.pause()
  }

  private accept(client: Connection, address: string): void {
    const { router, faults } = this.host.dispatcher
    let user = ''
    client.on('error', () => {})
    client.on('authentication', (context: AuthContext) => {
      if (context.method !== 'password') return context.reject(['password'])
      const row = router.table('/user').rows.find((one) => one['name'] === context.username)
      const isRight =
        row !== undefined &&
        row['disabled'] !== 'true' &&
        (row['password'] ?? '') === context.password &&
        faults.meet(['refuseLogin']) === undefined &&
        policiesOf(router, row['group']).has('ssh') &&
        listHolds(row['address'], address)
      if (!isRight) {
        router.log('system,error,critical', `login failure for user ${context.username} from ${address} via ssh`)
        return context.reject(['password'])
      }
      user = context.username
      router.log('system,info,account', `user ${user} logged in from ${address} via ssh`)
      context.accept()
    })
    client.on('session', (accept) => {
      const session: SshSession = accept()
      session.on('sftp', (accepted, reject) => {
        const group = router.table('/user').rows.find((one) => one['name'] === user)?.['group']
        const policies = policiesOf(router, group)
        if (policies.has('ftp')) serveFiles(router, accepted(), () => policies.has('write'))
        else reject?.()
      })
    })
    client.on('close', () => {
      if (user !== '') router.log('system,info,account', `user ${user} logged out from ${address} via ssh`)
    })
  }
}

/** Reads and writes of whole files, as SFTP version 3 defines them (draft-ietf-secsh-filexfer-02). */
function serveFiles(router: RouterState, sftp: SFTPWrapper, mayWrite: () => boolean): void {
  const files = new Map<number, Buffer>()
  /** Files that are written: stored when they are closed. */
  const written = new Map<number, { name: string; bytes: Buffer }>()
  let next = 0
  const attributes = (bytes: Buffer) => ({ mode: 0o100644, uid: 0, gid: 0, size: bytes.length, atime: 0, mtime: 0 })
  const find = (path: string) => router.files.get(path.replace(/^\//, ''))?.bytes
  sftp.on('error', () => {})
  sftp.on('OPEN', (id, path, flags) => {
    const bytes = find(path)
    const isWrite = (flags & OPEN_MODE.WRITE) !== 0
    if (isWrite ? !mayWrite() : flags !== OPEN_MODE.READ) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    if (!isWrite && bytes === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(next)
    if (isWrite) written.set(next, { name: path.replace(/^\//, ''), bytes: Buffer.alloc(0) })
    else files.set(next, bytes as Buffer)
    next++
    sftp.handle(id, handle)
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    const file = written.get(handle.readUInt32BE())
    if (file === undefined) return sftp.status(id, STATUS_CODE.FAILURE)
    const bytes = Buffer.alloc(Math.max(file.bytes.length, offset + data.length))
    file.bytes.copy(bytes)
    data.copy(bytes, offset)
    file.bytes = bytes
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('READ', (id, handle, offset, length) => {
    const bytes = files.get(handle.readUInt32BE())
    if (bytes === undefined) return sftp.status(id, STATUS_CODE.FAILURE)
    if (offset >= bytes.length) return sftp.status(id, STATUS_CODE.EOF)
    sftp.data(id, bytes.subarray(offset, offset + length))
  })
  sftp.on('FSTAT', (id, handle) => {
    const bytes = files.get(handle.readUInt32BE())
    if (bytes === undefined) sftp.status(id, STATUS_CODE.FAILURE)
    else sftp.attrs(id, attributes(bytes))
  })
  for (const name of ['STAT', 'LSTAT'] as const)
    sftp.on(name, (id: number, path: string) => {
      const bytes = find(path)
      if (bytes === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      else sftp.attrs(id, attributes(bytes))
    })
  sftp.on('CLOSE', (id, handle) => {
    const key = handle.readUInt32BE()
    files.delete(key)
    const file = written.get(key)
    if (file !== undefined) router.files.write(file.name, file.bytes, router.now())
    written.delete(key)
    sftp.status(id, STATUS_CODE.OK)
  })
}
