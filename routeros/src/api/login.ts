import { createHash } from 'node:crypto'
import { RouterError } from '../errors.ts'
import type { Channel } from './channel.ts'

/**
 * Response to the challenge of a router before 6.43: `00` and the MD5 of a zero byte, the password and the challenge.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-Initiallogin
 * @param challenge hexadecimal, as received
 */
export function challengeAnswer(password: string, challenge: string): string {
  const digest = createHash('md5')
  digest.update(Buffer.of(0)).update(password).update(Buffer.from(challenge, 'hex'))
  return `00${digest.digest('hex')}`
}

/**
 * Logs in. A router before 6.45.1 may reply with a challenge, which this function answers. By then the password has been
 * sent, unless plain login is not allowed: then the client requests the challenge first.
 * @throws RouterError login, with the router's message
 */
export async function logIn(
  channel: Channel,
  of: { user: string; password: string; allowPlainLogin?: boolean; signal: AbortSignal },
): Promise<void> {
  const { signal } = of
  const isPlain = of.allowPlainLogin !== false
  const call = async (words: string[]) => {
    try {
      return await channel.call(words, { signal })
    } catch (error) {
      if (error instanceof RouterError && error.kind === 'refused')
        throw new RouterError('login', error.message, { cause: error })
      throw error
    }
  }
  const first = await call(isPlain ? ['/login', `=name=${of.user}`, `=password=${of.password}`] : ['/login'])
  const challenge = first.ret
  if (challenge === undefined) {
    if (isPlain) return
    throw new RouterError('login', 'The router requires the password in plain text, which is not allowed.')
  }
  if (!/^[0-9a-f]{2,64}$/i.test(challenge)) throw new RouterError('protocol', 'The login challenge is invalid.')
  await call(['/login', `=name=${of.user}`, `=response=${challengeAnswer(of.password, challenge)}`])
}
