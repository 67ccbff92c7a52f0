import { QueryObserver } from '@tanstack/react-query'
import type { Reply } from '@trunkline/contract/endpoint'
import { deviceCommands, type Command } from '@trunkline/contract/resources/device-command'
import { i18n } from '../../i18n/translations.ts'
import { call, type ApiError } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { invalidateSubject, queryKey } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { commandText, commandTitle, isFailed, isOpen } from './command-words.ts'

/** Between two looks at a command that has not ended. The live channel usually says it sooner. */
export const lookEvery = 2000

/** Those that are followed, with whom to tell. They outlive the page that asked. */
const followed = new Map<number, Set<OnEnd>>()

/** The end of a command as a notice: what it was about, at which device, and how it ended. */
export function noticeOf(command: Command): { kind: 'success' | 'info' | 'error'; text: string } {
  const { t } = i18n
  const text = t('devices:command.notice', {
    device: command.hardware_name,
    title: commandTitle(command, t),
    text: commandText(command, t),
  })
  return { kind: isFailed(command.state) ? 'error' : command.state === 'done' ? 'success' : 'info', text }
}

/** Told the end of a command; undefined where there is none for this reader: no right any more, a session that is over. */
type OnEnd = (command: Command | undefined) => void

/**
 * Follows a command to its end, also when the page that asked for it is left: its end becomes a notice, and what is
 * shown of devices is read again.
 * @param hardwareId the device, where it is known: announced changes of others do not count then
 * @param quiet no notice: whoever asked tells the end of many at once
 */
export function followCommand(
  id: number,
  hardwareId: number | undefined,
  { onEnd, quiet = false }: { onEnd?: OnEnd; quiet?: boolean } = {},
): void {
  const waiting = followed.get(id)
  if (waiting) return void (onEnd && waiting.add(onEnd))
  const reported = new Set(onEnd ? [onEnd] : [])
  followed.set(id, reported)
  const input = { params: { id } }
  const observer = new QueryObserver<Reply<typeof deviceCommands.show>, ApiError>(queryClient, {
    queryKey: queryKey(deviceCommands.show, input),
    queryFn: ({ signal }) => call(deviceCommands.show, { ...input, signal }),
    meta: { subjects: ['hardware'], row: hardwareId },
    staleTime: 0,
    refetchInterval: lookEvery,
    refetchIntervalInBackground: true,
  })
  const stop = observer.subscribe(({ data, error }) => {
    const command = data?.data
    const lost = error !== null && error.status >= 400 && error.status < 500
    if (!lost && (!command || isOpen(command.state))) return
    stop()
    followed.delete(id)
    if (command && !lost) {
      const { kind, text } = noticeOf(command)
      if (!quiet) notify[kind](text)
      invalidateSubject('hardware', [command.hardware_id])
      for (const subject of ['site-network', 'wifi', 'access-control'] as const) invalidateSubject(subject)
    }
    for (const report of reported) report(lost ? undefined : command)
  })
}

/** How far many commands are that were asked for in one go. */
export interface Group {
  total: number
  done: number
  /** Ended in another way. */
  failed: number
}

/**
 * Follows many commands to their ends, with one notice for all of them.
 * @param onChange told after each end
 */
export function followGroup(
  requested: readonly { id: number; hardware_id: number }[],
  onChange: (group: Group) => void,
): void {
  const group: Group = { total: requested.length, done: 0, failed: 0 }
  for (const one of requested)
    followCommand(one.id, one.hardware_id, {
      quiet: true,
      onEnd: (command) => {
        if (command?.state === 'done') group.done += 1
        else group.failed += 1
        onChange({ ...group })
        if (group.done + group.failed < group.total) return
        const text = i18n.t('devices:group.ended', { done: group.done, count: group.total })
        if (group.failed === 0) notify.success(text)
        else notify.error(text)
      },
    })
}
