import type { LabelKind } from '@trunkline/contract/label-kind'
import { attachmentExtension, attachments } from '@trunkline/contract/resources/attachment'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { refetchSubject } from '../api/query.ts'
import { newKey } from '../api/request.ts'
import { withProgress } from '../api/upload-progress.ts'

/** Why a file is not sent at all. */
type FileError = 'type' | 'empty' | 'large'

/** A file that is being uploaded, waits for it, or failed. */
export interface Upload {
  key: string
  file: File
  /** Share of the file that is sent, 0 to 1. */
  sent: number
  /** Set if the upload failed. */
  error?: FileError | ApiError
}

/** The error of a file by its name and size; undefined: no error. */
function fileError({ name, size }: Pick<File, 'name' | 'size'>, maxBytes: number): FileError | undefined {
  if (attachmentExtension(name) === undefined) return 'type'
  if (size === 0) return 'empty'
  return size > maxBytes ? 'large' : undefined
}

function formOf(kind: LabelKind, id: number, file: File): FormData {
  const form = new FormData()
  form.set('kind', kind)
  form.set('record_id', String(id))
  form.set('file', file)
  return form
}

/**
 * Uploads files of a record one after the other. Uploads in progress end when the page is left.
 * @param maxBytes maximum size of a file
 * @param onDone called when the list has the file
 */
export function useUploads(
  { kind, id, maxBytes }: { kind: LabelKind; id: number; maxBytes: number },
  onDone: (name: string) => void,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const cancels = useRef(new Map<string, AbortController>())
  const last = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    const open = cancels.current
    return () => {
      for (const cancel of open.values()) cancel.abort()
    }
  }, [])

  const change = (key: string, values: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const remove = (key: string) => {
    cancels.current.get(key)?.abort()
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  async function send({ key, file }: Upload, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      await call(attachments.store, {
        body: formOf(kind, id, file),
        // An upload whose reply was lost is not stored twice.
        idempotencyKey: key,
        signal,
        transport: withProgress((sent) => change(key, { sent })),
      })
      await refetchSubject('attachments')
      remove(key)
      onDone(file.name)
    } catch (error) {
      if (!signal.aborted) change(key, { error: error as ApiError })
    } finally {
      cancels.current.delete(key)
    }
  }

  const add = (file: File, key = newKey()) => {
    const error = fileError(file, maxBytes)
    const upload: Upload = { key, file, sent: 0, ...(error && { error }) }
    setUploads((all) => [...all.filter((one) => one.key !== key), upload])
    if (error !== undefined) return
    const cancel = new AbortController()
    cancels.current.set(key, cancel)
    last.current = last.current.then(() => send(upload, cancel.signal))
  }
  // After a rejection the next attempt is a new request; without a reply it is the same.
  const retry = ({ key, file, error }: Upload) => {
    const rejected = error instanceof ApiError && error.status >= 400 && error.status < 500
    remove(key)
    add(file, rejected ? undefined : key)
  }
  return { uploads, add, remove, retry }
}
