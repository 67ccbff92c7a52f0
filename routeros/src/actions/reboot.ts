import { RouterError } from '../errors.ts'
import type { Session } from '../session.ts'

/**
 * Reboots. Most routers cut the connection instead of answering, so that an end or silence after the command counts as
 * done: proof is the uptime afterwards. The session is closed.
 * @throws RouterError where the command was not sent, or was refused
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
