import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { readArchive, sha256 } from './archive.ts'
import { BackupError } from './errors.ts'
import { fileEntry, manifestEntry, parseManifest, tableEntry, type Manifest } from './manifest.ts'
import { RowDigest } from './row-digest.ts'

const damaged = (what: string) => new BackupError('data', `The backup is damaged: ${what}.`)

/** The rows of a data entry. */
export function unzipRows(name: string, data: Buffer): Buffer {
  try {
    return gunzipSync(data)
  } catch (cause) {
    throw new BackupError('data', `The backup is damaged: ${name} can't be unzipped.`, { cause })
  }
}

/** The data read from the entries of one table or file. */
interface EntryTotals {
  digests: Map<string, RowDigest>
  files: Map<string, { bytes: number; hash: ReturnType<typeof createHash> }>
}

/**
 * Reads a complete backup back and compares it with its manifest: every entry by its SHA-256, every table by the number
 * and checksum of its rows, every file of the data folder.
 * @returns the manifest
 * @throws BackupError if it is incomplete, or cannot be decrypted
 */
export async function verifyBackup(path: string, passphrase: string | undefined): Promise<Manifest> {
  const sums = new Map<string, { bytes: number; sha256: string }>()
  const seen: EntryTotals = { digests: new Map(), files: new Map() }
  let manifest: Manifest | undefined
  for await (const { name, data } of readArchive(path, passphrase)) {
    if (name === manifestEntry) {
      manifest = parseManifest(data)
      continue
    }
    sums.set(name, { bytes: data.length, sha256: sha256(data) })
    note(seen, name, data)
  }
  if (manifest === undefined)
    throw new BackupError('data', 'The file is not a whole backup of Trunkline: its manifest is missing.')
  compare(manifest, sums, seen)
  return manifest
}

function note(seen: EntryTotals, name: string, data: Buffer): void {
  const [, kind, of] = /^(data|files)\/([^/]+)\//.exec(name) ?? []
  if (kind === 'data') {
    const digest = seen.digests.get(of!) ?? new RowDigest()
    digest.add(unzipRows(name, data))
    seen.digests.set(of!, digest)
  } else if (kind === 'files') {
    const file = seen.files.get(of!) ?? { bytes: 0, hash: createHash('sha256') }
    file.bytes += data.length
    file.hash.update(data)
    seen.files.set(of!, file)
  }
}

function compare(
  manifest: Manifest,
  sums: ReadonlyMap<string, { bytes: number; sha256: string }>,
  seen: EntryTotals,
): void {
  if (sums.size !== manifest.entries.length) throw damaged('entries are missing, or there are more than it lists')
  for (const { name, bytes, sha256: expected } of manifest.entries) {
    const found = sums.get(name)
    if (found === undefined) throw damaged(`${name} is missing`)
    if (found.bytes !== bytes || found.sha256 !== expected) throw damaged(`the checksum of ${name} does not match`)
  }
  for (const table of manifest.tables) {
    for (let part = 1; part <= table.parts; part++)
      if (!sums.has(tableEntry(table.name, part))) throw damaged(`rows of ${table.name} are missing`)
    const digest = seen.digests.get(table.name) ?? new RowDigest()
    if (digest.rows !== table.rows || digest.text !== table.digest)
      throw damaged(
        `${table.name} has ${digest.rows} rows and should have ${table.rows}, or their checksum does not match`,
      )
  }
  for (const [index, file] of manifest.files.entries()) {
    const found = seen.files.get(fileEntry(index, 1).split('/')[1]!)
    const hash = found?.hash.digest('hex') ?? sha256(Buffer.alloc(0))
    if ((found?.bytes ?? 0) !== file.bytes || hash !== file.sha256)
      throw damaged(`the file ${file.path} does not match`)
  }
}
