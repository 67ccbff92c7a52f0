import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface OpensslFolder {
  /**
   * Writes a file with this content.
   * @returns its path
   */
  file(content: string | Buffer): string
  /**
   * Runs openssl.
   * @throws Error with its output
   */
  openssl(...args: string[]): Promise<string>
  /** A key and a certificate created by openssl. */
  make(of: TestCertificate): Promise<{ certificate: string; key: string }>
  remove(): void
}

interface TestCertificate {
  subject: string
  /** See `openssl req -newkey`. */
  key?: string[]
  /** Default: self-signed. */
  issuer?: { certificate: string; key: string }
  extensions: string[]
  days?: number
  /** See `openssl x509 -sha1`. */
  digest?: string
}

/** Creates certificates independently of our own code, and verifies ours. */
export function opensslFolder(): OpensslFolder {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-openssl-'))
  let count = 0
  const next = () => join(folder, String(++count))
  const file = (content: string | Buffer) => {
    const path = next()
    writeFileSync(path, content)
    return path
  }
  const openssl = async (...args: string[]) => {
    const { stdout, stderr } = await run('openssl', args, { cwd: folder })
    return `${stdout}${stderr}`
  }
  return {
    file,
    openssl,
    async make({ subject, key = ['rsa:2048'], issuer, extensions, days = 30, digest = '-sha256' }) {
      const [keyPath, requestPath, path] = [next(), next(), next()]
      await openssl(
        'req',
        '-new',
        '-newkey',
        ...key,
        '-nodes',
        '-keyout',
        keyPath,
        '-out',
        requestPath,
        '-subj',
        subject,
      )
      const signer =
        issuer === undefined
          ? ['-signkey', keyPath]
          : ['-CA', file(issuer.certificate), '-CAkey', file(issuer.key), '-CAcreateserial']
      const config = file(extensions.join('\n'))
      await openssl(
        'x509',
        '-req',
        '-in',
        requestPath,
        ...signer,
        '-out',
        path,
        '-extfile',
        config,
        digest,
        '-days',
        String(days),
      )
      return { certificate: readFileSync(path, 'utf8'), key: readFileSync(keyPath, 'utf8') }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
