import { createReadStream } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { S3Settings } from '../../config.ts'
import type { FileStore, StoredObject } from './file-store.ts'
import { objectOf, objectPath } from './object-path.ts'
import { emptySha256, signedHeaders } from './sigv4.ts'

/** Milliseconds without a byte after which a request fails. */
const idleMs = 30_000
/** Bytes of an XML reply that are read; a batch of 1,000 objects has 500,000. */
const maxXml = 4_000_000

interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Path of the object; undefined: the bucket. */
  path?: string
  query?: Readonly<Record<string, string>>
  body?: { path: string; size: number; sha256: string }
}

async function textOf(reply: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of reply.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk
    if (text.length > maxXml) throw new Error('The reply of the S3 service is too long.')
  }
  return text
}

/** The error of a reply, with the code of its XML body (`AccessDenied`). */
const failed = async (call: S3Call, reply: IncomingMessage): Promise<Error> => {
  const code = /<Code>(\w+)<\/Code>/.exec(await textOf(reply).catch(() => ''))?.[1] ?? 'without a code'
  return new Error(`The S3 service answered ${call.method} with ${reply.statusCode} (${code}).`)
}

/** Text of an XML element; undefined if it does not occur. */
function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => entities[entity] as string)
}
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/**
 * Objects in a bucket of an S3 service, with path-style addresses. It needs the rights `s3:GetObject`, `s3:PutObject`,
 * `s3:DeleteObject` and `s3:ListBucket`.
 */
export function createS3Store(settings: S3Settings): FileStore {
  async function send(call: S3Call): Promise<IncomingMessage> {
    const { method, path = '', query = {}, body } = call
    const url = new URL(`${settings.endpoint}/${settings.bucket}${path === '' ? '' : `/${path}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const bodySha256 = body?.sha256 ?? emptySha256
    const headers = signedHeaders({ method, url, headers: {}, bodySha256, at: new Date() }, settings)
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = open(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': body.size }) },
      timeout: idleMs,
    })
    const content = body === undefined ? undefined : createReadStream(body.path)
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve)
        // Also after the reply: without a listener, an error would end the process.
        request.on('error', reject)
        request.once('timeout', () => request.destroy(new Error('The S3 service did not answer in time.')))
        content?.once('error', (error) => request.destroy(error))
        if (content === undefined) request.end()
        else content.pipe(request)
      })
    } finally {
      // The service may reject a body before it has read the whole of it.
      content?.destroy()
    }
  }

  /** Sends a call whose reply has no content. */
  async function run(call: S3Call): Promise<void> {
    const reply = await send(call)
    const status = reply.statusCode ?? 0
    if (status >= 300 && !(call.method === 'DELETE' && status === 404)) throw await failed(call, reply)
    reply.resume()
  }

  return {
    write: (name, path, { size, sha256 }) =>
      run({ method: 'PUT', path: objectPath(name), body: { path, size, sha256 } }),
    async read(name) {
      const call: S3Call = { method: 'GET', path: objectPath(name) }
      const reply = await send(call)
      if (reply.statusCode === 200) return reply
      if (reply.statusCode !== 404) throw await failed(call, reply)
      reply.resume()
      return undefined
    },
    remove: (name) => run({ method: 'DELETE', path: objectPath(name) }),
    async *list() {
      let next: string | undefined
      do {
        const query = { 'list-type': '2', ...(next !== undefined && { 'continuation-token': next }) }
        const call: S3Call = { method: 'GET', query }
        const reply = await send(call)
        if (reply.statusCode !== 200) throw await failed(call, reply)
        const xml = await textOf(reply)
        yield [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']): StoredObject[] => {
          const name = objectOf(elementOf(entry, 'Key') ?? '')
          const modified = new Date(elementOf(entry, 'LastModified') ?? '')
          return name === undefined || Number.isNaN(modified.getTime()) ? [] : [{ name, modified }]
        })
        next = elementOf(xml, 'NextContinuationToken')
      } while (next !== undefined)
    },
  }
}
