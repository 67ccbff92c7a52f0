import { startTestSmtp, type ReceivedMail } from '../../server/src/testing/smtp.ts'

/** A received mail. */
export interface Mail {
  to: string[]
  from: string
  subject: string
  html: string
  text: string
  /** The link of its button; the same in both parts. */
  link: string
}

export interface Mailbox {
  url: string
  /** The next unread mail to the address; waits for it. */
  next(address: string): Promise<Mail>
  stop(): Promise<void>
}

/** Maximum time from the click to the mail server, in milliseconds. */
const timeout = 90_000

/** RFC 2045, 6.7. */
function fromQuotedPrintable(body: string): string {
  const bytes: number[] = []
  const text = body.replaceAll(/=\r\n/g, '')
  for (let at = 0; at < text.length; at++) {
    const escape = text[at] === '=' ? /^[0-9A-F]{2}/i.exec(text.slice(at + 1, at + 3))?.[0] : undefined
    if (escape === undefined) bytes.push(text.charCodeAt(at))
    else {
      bytes.push(Number.parseInt(escape, 16))
      at += 2
    }
  }
  return Buffer.from(bytes).toString('utf8')
}

/** RFC 2047: `=?UTF-8?Q?…?=` in headers. */
const fromEncodedWords = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromQuotedPrintable(text.replaceAll('_', ' ')),
    )

/** The part of a multipart mail with this type, decoded. */
function part(raw: string, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(raw)?.[1]
  if (boundary === undefined) throw new Error(`The mail has one part only:\n${raw}`)
  for (const piece of raw.split(`--${boundary}`)) {
    const at = piece.indexOf('\r\n\r\n')
    const head = piece.slice(0, at).toLowerCase()
    if (!head.includes(`content-type: ${type}`)) continue
    const body = piece.slice(at + 4)
    if (head.includes('quoted-printable')) return fromQuotedPrintable(body)
    return head.includes('base64') ? Buffer.from(body, 'base64').toString('utf8') : body
  }
  throw new Error(`The mail has no part ${type}:\n${raw}`)
}

function read({ to, headers, raw }: ReceivedMail): Mail {
  const text = part(raw, 'text/plain')
  const link = /^https?:\/\/\S+$/m.exec(text.replaceAll('\r', ''))?.[0]
  if (link === undefined) throw new Error(`The mail has no link on a line of its own:\n${text}`)
  return {
    to,
    from: fromEncodedWords(headers['from'] ?? ''),
    subject: fromEncodedWords(headers['subject'] ?? ''),
    html: part(raw, 'text/html'),
    text,
    link,
  }
}

/** A mail server on loopback that tests can wait for. */
export async function startMailbox(): Promise<Mailbox> {
  const fresh: ReceivedMail[] = []
  const listeners = new Set<() => void>()
  const smtp = await startTestSmtp({
    onMail(mail) {
      fresh.push(mail)
      for (const listener of listeners) listener()
    },
  })
  const to = (address: string) => fresh.filter((mail) => mail.to.includes(address))
  return {
    url: smtp.url,
    next: (address) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [mail] = to(address)
          if (mail === undefined) return
          clearTimeout(timer)
          listeners.delete(look)
          fresh.splice(fresh.indexOf(mail), 1)
          resolve(read(mail))
        }
        const timer = setTimeout(() => {
          listeners.delete(look)
          const others = fresh.map((mail) => mail.to.join()).join(' ')
          reject(new Error(`No mail received for ${address}. Received for: ${others || 'no address'}`))
        }, timeout)
        listeners.add(look)
        look()
      }),
    stop: () => smtp.stop(),
  }
}
