import { RouterError } from '../errors.ts'
import type { Session } from '../session.ts'

/**
 * Reboots the router. Most routers close the connection instead of replying, so a closed connection or a timeout
 * after the command counts as success; the uptime confirms it afterwards. The session is closed.
 * @throws RouterError if the command was not sent, or was rejected
 */
export async function reboot(session: Session, options: { timeoutMs?: number } = {}): Promise<void> {
  try {
    await session.run('system/reboot', {}, { timeoutMs: options.timeoutMs ?? 10_000 })
  } catch (error) {
    const isGone = error instanceof RouterError && (error.kind === 'closed' || error.kind === 'timeout') && error.sent
    if (!isGone) throw error
  }
  await session.close()
}
