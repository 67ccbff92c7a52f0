import type { Command } from '@trunkline/contract/resources/device-command'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { i18n } from '../../i18n/translations.ts'
import { useSyncExternalStore } from 'react'
import { notify } from '../../ui/notify.ts'
import { isFailed } from '../devices/command-words.ts'
import { followCommand } from '../devices/follow.ts'

/** What one controller was asked for by a change of the list of a site. */
export interface Write extends QueuedOnDevice {
  siteId: number
  /** How it ended; `lost` where that is not for this reader to see. Absent until then. */
  end?: Command['state'] | 'lost'
}

/** The last change of each site. They outlive the form that made it: how it ends is shown on the page after it. */
let writes: readonly Write[] = []
const listeners = new Set<() => void>()

function keep(next: readonly Write[]): void {
  writes = next
  for (const report of listeners) report()
}

const ofSite = (siteId: number) => writes.filter((write) => write.siteId === siteId)

function settle(siteId: number, id: number, end: Write['end']): void {
  if (!writes.some((write) => write.id === id)) return
  keep(writes.map((write) => (write.id === id && end ? { ...write, end } : write)))
  const mine = ofSite(siteId)
  if (mine.some((write) => write.end === undefined)) return
  const done = mine.filter((write) => write.end === 'done').length
  const text = i18n.t('wifi-access:writes.ended', { done, count: mine.length })
  if (done === mine.length) notify.success(text)
  else if (mine.some((write) => write.end && write.end !== 'lost' && isFailed(write.end))) notify.error(text)
}

/** Follows what a change of a site's list asked its controllers for, in the place of what was asked for before. */
export function followWrites(siteId: number, requested: readonly QueuedOnDevice[]): void {
  if (requested.length === 0) return
  keep([...writes.filter((write) => write.siteId !== siteId), ...requested.map((one) => ({ ...one, siteId }))])
  for (const { id, hardware_id } of requested)
    followCommand(id, hardware_id, { quiet: true, onEnd: (command) => settle(siteId, id, command?.state ?? 'lost') })
}

/** Puts away what has ended. */
export const clearWrites = (siteIds: readonly number[]): void =>
  keep(writes.filter((write) => !siteIds.includes(write.siteId)))

/** What was asked for last, of one site or of all. */
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
