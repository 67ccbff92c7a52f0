import type { Endpoint } from '@trunkline/contract/endpoint'
import { importMaxBytes, type ImportJob, type ImportKind } from '@trunkline/contract/resources/import-shapes'
import { ApiError, call } from '../../api/call.ts'

/** What is wrong with a file by its name and size; undefined where nothing is. */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>): 'type' | 'empty' | 'large' | undefined {
  if (!/\.(csv|txt|tsv|xlsx)$/i.test(name)) return 'type'
  if (size === 0) return 'empty'
  return size > importMaxBytes ? 'large' : undefined
}

/** Uploads a file for a check; nothing is written. */
export async function startImport(upload: Endpoint, file: File): Promise<ImportJob> {
  const body = new FormData()
  // Fields precede the file, so that the server has them when it reads it.
  body.set('dry_run', '1')
  body.set('file', file)
  const reply = (await call(upload, { body: body as never })) as unknown as { data: ImportJob }
  return reply.data
}

/** The id of the user's running import that prevents another one, where the error names it and it is of this kind. */
export function runningImport(error: unknown, kind: ImportKind): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'conflict' || error.details?.['kind'] !== kind) return undefined
  const id = error.details['import_id']
  return typeof id === 'number' ? id : undefined
}
