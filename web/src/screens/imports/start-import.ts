import type { Endpoint } from '@trunkline/contract/endpoint'
import { importMaxBytes, type ImportJob, type ImportKind } from '@trunkline/contract/resources/import-shapes'
import { ApiError, call } from '../../api/call.ts'

/** What can be seen of a file without reading it; undefined where nothing is wrong. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): 'kind' | 'empty' | 'large' | undefined {
  if (!/\.(csv|txt|tsv|xlsx)$/i.test(name)) return 'kind'
  if (size === 0) return 'empty'
  return size > importMaxBytes ? 'large' : undefined
}

/** Sends a file, which is only checked: nothing is written before somebody has seen what would be. */
export async function startImport(start: Endpoint, file: File): Promise<ImportJob> {
  const body = new FormData()
  // Fields come before the file, so that the server knows them when it reads it.
  body.set('dry_run', '1')
  body.set('file', file)
  const reply = (await call(start, { body: body as never })) as unknown as { data: ImportJob }
  return reply.data
}

/** The import of the user that keeps another one from starting, where it is of this kind and the error names it. */
export function runningImport(error: unknown, kind: ImportKind): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'conflict' || error.details?.['kind'] !== kind) return undefined
  const id = error.details['import_id']
  return typeof id === 'number' ? id : undefined
}
