import { createHash, createHmac } from 'node:crypto'

/** Characters that AWS Signature Version 4 does not encode are those of RFC 3986, section 2.3. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** SHA-256 of an empty body. */
export const emptySha256 = sha256('')

interface SignedRequest {
  method: string
  url: URL
  /** All headers that are signed, in lower case, without `host`. */
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body in hexadecimal. */
  bodySha256: string
  at: Date
}

interface SigningKey {
  region: string
  key: string
  secret: string
}

/**
 * The headers of a request to S3 with AWS Signature Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signedHeaders(
  { method, url, headers, bodySha256, at }: SignedRequest,
  { region, key, secret }: SigningKey,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': time,
  }
  const names = Object.keys(all).toSorted()
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${(all[name] as string).trim()}`),
    '',
    names.join(';'),
    bodySha256,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  const signature = hmac(signingKey, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
