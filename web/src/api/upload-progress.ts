import type { Transport } from './request.ts'

/** The header lines of a reply (`name: value`, separated by CRLF). */
function headersOf(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Sends a request by XMLHttpRequest, which reports how much of the body is sent: 0 to 1. */
export const withProgress =
  (onProgress: (share: number) => void): Transport =>
  (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      xhr.open(method, address)
      xhr.withCredentials = true
      headers.forEach((value, name) => xhr.setRequestHeader(name, value))
      xhr.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      xhr.addEventListener('load', () => {
        const content = xhr.status === 204 ? null : xhr.responseText
        resolve(new Response(content, { status: xhr.status, headers: headersOf(xhr.getAllResponseHeaders()) }))
      })
      xhr.addEventListener('error', () => reject(new TypeError('The request failed.')))
      xhr.addEventListener('abort', () => reject(new DOMException('The request was cancelled.', 'AbortError')))
      if (signal?.aborted) return reject(new DOMException('The request was cancelled.', 'AbortError'))
      signal?.addEventListener('abort', () => xhr.abort())
      xhr.send(body as XMLHttpRequestBodyInit | null | undefined)
    })
