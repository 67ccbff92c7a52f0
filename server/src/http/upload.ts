import { message } from '@trunkline/contract/errors'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { withoutProblems } from '@trunkline/contract/text-rules'
import { AppError, invalid } from '../errors.ts'
import type { UploadedFile } from './call.ts'

export interface Upload {
  fields: Record<string, string>
  file: UploadedFile
}

/** The part of a client's file name that is displayed: its last path segment, without control characters. */
const displayName = (name: string) =>
  withoutProblems(basename(name.replace(/[\t\r\n]/g, '').replaceAll('\\', '/')).slice(-200)) || 'file'

/** Text of a field; invalid UTF-8 becomes a character that the text check rejects. */
const fieldText = (value: unknown) => String(value).replaceAll('\ufffd', '\udc80')

/**
 * Reads a multipart request: its text fields, and its one file, stored on disk under a random name. Memory holds only
 * chunks of it. Call `dropUpload` when it is no longer needed.
 * @throws AppError unsupported_media_type for another kind of body; validation_failed at `file` if the file is missing,
 *   empty, too large or one of several
 */
export async function receiveUpload(request: FastifyRequest, { maxBytes }: { maxBytes: number }): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  const fields = Object.create(null) as Record<string, string>
  let file: UploadedFile | undefined
  const tooLarge = () => invalid({ file: message('file.too_large', { megabytes: Math.floor(maxBytes / 1_000_000) }) })
  try {
    const limits = { files: 1, fileSize: maxBytes, fields: 20, fieldSize: 64_000, parts: 22, headerPairs: 100 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = fieldText(part.value)
        continue
      }
      if (part.fieldname !== 'file') {
        part.file.resume()
        throw invalid({ [part.fieldname.slice(0, 64)]: message('field.unknown') })
      }
      file = {
        name: displayName(part.filename),
        path: join(tmpdir(), `trunkline-${randomUUID()}`),
        size: 0,
        sha256: '',
      }
      const hash = createHash('sha256')
      const stored = file
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          stored.size += chunk.length
          done(null, chunk)
        },
      })
      await pipeline(part.file, counted, createWriteStream(file.path, { mode: 0o600, flags: 'wx' }))
      if (part.file.truncated) throw tooLarge()
      file.sha256 = hash.digest('hex')
    }
    if (file === undefined) throw invalid({ file: message('file.required') })
    if (file.size === 0) throw invalid({ file: message('file.empty') })
    return { fields, file }
  } catch (error) {
    if (file !== undefined) await dropUpload(file)
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    if (code === 'FST_FILES_LIMIT') throw invalid({ file: message('file.single') })
    if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT')
      throw invalid({ file: message('file.too_many_fields') })
    if (isBrokenForm(error)) throw new AppError('bad_request', { cause: error })
    throw error
  }
}

/**
 * Whether the error is a malformed form: truncated, or with invalid parts. Errors of the parser have no code, those of
 * the disk have one.
 */
const isBrokenForm = (error: unknown) => {
  const { code, name } = error as { code?: string; name?: string }
  return (code === undefined && name === 'Error') || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Deletes the file of a request. */
export const dropUpload = (file: UploadedFile): Promise<void> => rm(file.path, { force: true })
