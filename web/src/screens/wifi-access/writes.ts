import type { Command } from '@trunkline/contract/resources/device-command'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { i18n } from '../../i18n/translations.ts'
import { useSyncExternalStore } from 'react'
import { notify } from '../../ui/notify.ts'
import { isFailed } from '../devices/command-words.ts'
import { followCommand } from '../devices/follow.ts'

/** The command that a change of a site's access list sent to one controller. */
export interface Write extends QueuedOnDevice {
  siteId: number
  /** Set when it has ended; `hidden` if the user may not see the outcome. */
  end?: Command['state'] | 'hidden'
}

/** The commands of the last change of each site. They are kept here because the page that shows them follows the form. */
let writes: readonly Write[] = []
const listeners = new Set<() => void>()

function setWrites(next: readonly Write[]): void {
  writes = next
  for (const listener of listeners) listener()
}

const ofSite = (siteId: number) => writes.filter((write) => write.siteId === siteId)

function endWrite(siteId: number, id: number, end: Write['end']): void {
  if (!writes.some((write) => write.id === id)) return
  setWrites(writes.map((write) => (write.id === id && end ? { ...write, end } : write)))
  const all = ofSite(siteId)
  if (all.some((write) => write.end === undefined)) return
  const done = all.filter((write) => write.end === 'done').length
  const text = i18n.t('wifi-access:writes.ended', { done, count: all.length })
  if (done === all.length) notify.success(text)
  else if (all.some((write) => write.end && write.end !== 'hidden' && isFailed(write.end))) notify.error(text)
}

/** Follows the commands of a change of a site's access list. They replace those of the change before. */
export function followWrites(siteId: number, commands: readonly QueuedOnDevice[]): void {
  if (commands.length === 0) return
  setWrites([...writes.filter((write) => write.siteId !== siteId), ...commands.map((one) => ({ ...one, siteId }))])
  for (const { id, hardware_id } of commands)
    followCommand(id, hardware_id, {
      quiet: true,
      onEnd: (command) => endWrite(siteId, id, command?.state ?? 'hidden'),
    })
}

/** Removes the commands of sites from the page. */
export const clearWrites = (siteIds: readonly number[]): void =>
  setWrites(writes.filter((write) => !siteIds.includes(write.siteId)))

/** The commands of the last changes, of one site or of all. */
export function useWrites(siteId?: number): readonly Write[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => writes,
  )
  return siteId === undefined ? all : all.filter((write) => write.siteId === siteId)
}
