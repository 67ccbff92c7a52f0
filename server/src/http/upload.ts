import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'
import type { UploadedFile } from './call.ts'

export interface Upload {
  fields: Record<string, string>
  file: UploadedFile
}

/** What is shown of a name that somebody else chose: its last part, without control characters. */
const shownName = (name: string) =>
  // oxlint-disable-next-line no-control-regex -- control characters are what this takes out
  basename(name.replace(/[\u0000-\u001f\u007f]/g, '').replaceAll('\\', '/')).slice(-200) || 'file'

/**
 * Reads a multipart request: its text fields, and its one file on disk under a random name. Memory holds pieces of it
 * alone. `dropUpload` when it is not wanted any more.
 * @throws AppError unsupported_media_type for another kind of body; validation_failed at `file` where it is missing,
 *   empty, too large or one of several
 */
export async function takeUpload(request: FastifyRequest, { maxBytes }: { maxBytes: number }): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  const tooLarge = () => invalid({ file: `The file may have ${Math.floor(maxBytes / 1_000_000)} MB at most.` })
  try {
    const limits = { files: 1, fileSize: maxBytes, fields: 20, fieldSize: 64_000, parts: 22, headerPairs: 100 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      if (part.fieldname !== 'file') {
        part.file.resume()
        throw invalid({ [part.fieldname.slice(0, 64)]: 'There is no such field.' })
      }
      file = { name: shownName(part.filename), path: join(tmpdir(), `trunkline-${randomUUID()}`), size: 0, sha256: '' }
      const hash = createHash('sha256')
      const kept = file
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          kept.size += chunk.length
          done(null, chunk)
        },
      })
      await pipeline(part.file, counted, createWriteStream(file.path, { mode: 0o600, flags: 'wx' }))
      if (part.file.truncated) throw tooLarge()
      file.sha256 = hash.digest('hex')
    }
    if (file === undefined) throw invalid({ file: 'Choose a file.' })
    if (file.size === 0) throw invalid({ file: 'The file is empty.' })
    return { fields, file }
  } catch (error) {
    if (file !== undefined) await dropUpload(file)
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    if (code === 'FST_FILES_LIMIT') throw invalid({ file: 'One file at a time.' })
    if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') throw invalid({ file: 'There are too many fields.' })
    throw error
  }
}

/** Forgets a file that came with a request. */
export const dropUpload = (file: UploadedFile): Promise<void> => rm(file.path, { force: true })
