import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as the server received it. */
export interface ReceivedMail {
  to: string[]
  /** Headers, by lower-case name. */
  headers: Record<string, string>
  raw: string
}

export interface TestSmtp {
  url: string
  port: number
  mails: ReceivedMail[]
  stop(): Promise<void>
}

/** The server's reaction to a command: success, a reply code, or a cut connection. */
type Behaviour = 'accept' | 'drop' | number

/**
 * A real SMTP server on loopback that stores received mails. `rcpt` and `data` determine its reactions; `onMail` is
 * awaited between the end of a mail and the reply 250, when the mail is already stored. `drop` in `data` cuts the
 * connection in the middle of the mail.
 */
export async function startTestSmtp({
  port = 0,
  rcpt = () => 'accept',
  data = () => 'accept',
  onMail: received = async () => {},
}: {
  port?: number
  rcpt?: (address: string) => Behaviour | Promise<Behaviour>
  data?: (to: string[]) => Behaviour
  onMail?: (mail: ReceivedMail) => Promise<void> | void
} = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const reject = (code: number) => Object.assign(new Error(`no, for ${code} reasons`), { responseCode: code })
  const cut = () => {
    for (const connection of server.connections) connection._socket.destroy()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    async onRcptTo({ address }, _, reply) {
      const how = await rcpt(address)
      if (how === 'drop') return cut()
      reply(how === 'accept' ? null : reject(how))
    },
    onData(stream, session, reply) {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address)
      const how = data(to)
      if (how === 'drop') return void stream.once('data', cut)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (how !== 'accept') return reply(reject(how))
        const mail = read(to, Buffer.concat(chunks).toString('utf8'))
        mails.push(mail)
        await received(mail)
        reply(null)
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        cut()
      }),
  }
}

function read(to: string[], raw: string): ReceivedMail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const headers = Object.fromEntries(
    head.split('\r\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { to, headers, raw }
}
