import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIP } from 'node:net'

/**
 * Serves HTTP on a free port of an address of this computer while `work` runs.
 * @param certificate serves HTTPS with it
 * @param work is called with the URL of a file
 * @throws Error if the address is not one of this computer
 */
export async function withHttpServer<T>(
  host: string,
  listener: RequestListener,
  work: (url: string) => Promise<T>,
  certificate?: { key: string; cert: string },
): Promise<T> {
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  try {
    const address = server.address()
    const name = isIP(host) === 6 ? `[${host}]` : host
    const port = typeof address === 'object' ? address?.port : 0
    return await work(`${certificate === undefined ? 'http' : 'https'}://${name}:${port}/file`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
