import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../config.ts'

// Those of the examples in the documentation of S3.
const key = 'AKIAIOSFODNN7EXAMPLE'
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const region = 'eu-central-1'

/** SHA-256 in hexadecimal. */
export const sha256Of = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (signingKey: string | Buffer, text: string) => createHmac('sha256', signingKey).update(text).digest()

/** Computes the signature of a request as a service does: from what it has received. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '' } = request.headers
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    authorization,
  )
  if (found === null) return false
  const [, credential = '', names = '', signature] = found
  const [keyId, day = '', ofRegion = '', service = '', end = ''] = credential.split('/')
  const time = String(request.headers['x-amz-date'])
  const age = Date.now() - Date.parse(time.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const contentHash = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, path, canonicalQuery, headers.join(''), names, contentHash].join('\n')
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), ofRegion), service), end)
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${ofRegion}/s3/aws4_request\n${sha256Of(canonical)}`
  return (
    keyId === key &&
    ofRegion === region &&
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name)) &&
    Math.abs(age) < 60_000 &&
    contentHash === sha256Of(body) &&
    hmac(signingKey, text).toString('hex') === signature
  )
}

/** An S3 service on this machine with one bucket, which checks signatures. */
export interface S3Server {
  settings: S3Settings
  objects: Map<string, { bytes: Buffer; modified: Date }>
  /** Objects in a reply to a list. */
  batch: number
  /** Status of all replies. */
  broken: number | undefined
  /** Address that all replies redirect to. */
  redirect: string | undefined
  /** Replies wait for it. */
  wait: Promise<void>
  stop(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts)
      const answer = (status: number, content: string | Buffer = '') => response.writeHead(status).end(content)
      await service.wait
      const [path = '', query = ''] = (request.url ?? '').split('?')
      if (service.redirect !== undefined) return response.writeHead(307, { location: service.redirect }).end()
      if (service.broken !== undefined) return answer(service.broken, '<Error><Code>SlowDown</Code></Error>')
      if (!isSigned(request, body)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
      if (path === '/bucket') return answer(200, listing(service, new URLSearchParams(query)))
      const name = path.replace('/bucket/', '')
      const object = service.objects.get(name)
      if (request.method === 'PUT') {
        service.objects.set(name, { bytes: body, modified: new Date() })
        return answer(200)
      }
      if (request.method === 'DELETE') {
        service.objects.delete(name)
        return answer(204)
      }
      return object === undefined ? answer(404, '<Error><Code>NoSuchKey</Code></Error>') : answer(200, object.bytes)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: S3Server = {
    settings: { endpoint, bucket: 'bucket', region, key, secret },
    objects: new Map(),
    batch: 1000,
    broken: undefined,
    redirect: undefined,
    wait: Promise.resolve(),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return service
}

/** The objects in the order of their names, as S3 lists them. */
function listing({ objects, batch }: S3Server, query: URLSearchParams): string {
  const from = Number(query.get('continuation-token')?.replace('from+/=&', '') ?? 0)
  const entries = [...objects.keys()]
    .toSorted()
    .slice(from, from + batch)
    .map((name) => {
      const modified = objects.get(name)!.modified.toISOString()
      return `<Contents><Key>${name}</Key>\n<LastModified>${modified}</LastModified><Size>1</Size></Contents>`
    })
  const more = from + batch < objects.size
  const next = more ? `<NextContinuationToken>from+/=&amp;${from + batch}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`
}
