import type { AnyMessage } from '@trunkline/contract/errors'
import { textOf } from '../i18n/messages.ts'
import { notify } from './notify.ts'

/** Notifies about what did not come back with a record from the trash. */
export function reportNotRestored(reply: unknown): void {
  const { not_restored: lost = [] } = (reply ?? {}) as { not_restored?: AnyMessage[] }
  for (const one of lost) notify.info(textOf(one))
}
