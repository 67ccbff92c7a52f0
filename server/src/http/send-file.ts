import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { FileReply } from './call.ts'
import type { RequestTransaction } from './request-transaction.ts'

export const isFile = (value: unknown): value is FileReply =>
  typeof value === 'object' && value !== null && 'file' in value && 'type' in value

/** `Content-Disposition` with the name in ASCII, and in UTF-8 if that differs (RFC 6266, RFC 8187). */
function attachmentHeader(name: string): string {
  const ascii = name.replace(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** Milliseconds after which a client that reads nothing loses its connection. */
const stalledMs = 60_000

/** Resolves when the client has read what is buffered, or is gone. */
const drained = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(stalled)
      raw.off('drain', end)
      raw.off('close', end)
      resolve()
    }
    const stalled = setTimeout(() => raw.destroy(), stalledMs)
    raw.once('drain', end)
    raw.once('close', end)
    // Closed before this listener was added.
    if (raw.destroyed) end()
  })

/**
 * Streams a file; its transaction ends with the stream. An error in the middle, or a client that reads nothing for
 * `stalledMs`, closes the connection, so that a partial file does not look complete.
 */
export async function sendFile(reply: FastifyReply, result: FileReply, work: RequestTransaction | null): Promise<void> {
  const parts = result.file[Symbol.asyncIterator]()
  const first = await parts.next()
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value as string)
  reply.raw.writeHead(200, {
    'content-type': result.type,
    'content-disposition': attachmentHeader(result.name),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A file that a browser displays all the same runs no script and has no origin.
    'content-security-policy': "default-src 'none'; sandbox",
    ...(result.size !== undefined && { 'content-length': String(result.size) }),
  })
  try {
    for (let part = first; !part.done; part = await parts.next()) {
      if (reply.raw.destroyed) break
      if (!reply.raw.write(part.value)) await drained(reply.raw)
    }
    await work?.commit()
    reply.raw.end()
  } catch (error) {
    reply.log.error({ err: error }, 'a download was interrupted')
    await work?.rollback()
    reply.raw.destroy()
  } finally {
    await parts.return?.(undefined)
  }
}
