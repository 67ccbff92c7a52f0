import { QueryObserver } from '@tanstack/react-query'
import type { Reply } from '@trunkline/contract/endpoint'
import { deviceCommands, type Command } from '@trunkline/contract/resources/device-command'
import { i18n } from '../../i18n/translations.ts'
import { call, type ApiError } from '../../api/call.ts'
import { startOwnChange } from '../../api/own-changes.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKey, refetchSubject } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { closeCommand, openCommand } from './open-commands.ts'
import { commandText, commandTitle, isFailed, isOpen } from './command-words.ts'

/** Milliseconds between two reads of a command that has not ended. The live channel usually announces the end sooner. */
export const pollInterval = 2000

/** Milliseconds for which the end of a command waits for the lists on screen, so that they show it together. */
const maxRefetch = 1500

/** The commands that are followed, by id, with their handlers. They continue when the page is left. */
const followed = new Map<number, Set<OnEnd>>()

/** The notice of a command that has ended: device, title and result. */
export function noticeOf(command: Command): { kind: 'success' | 'info' | 'error'; text: string } {
  const { t } = i18n
  const text = t('devices:command.notice', {
    device: command.hardware_name,
    title: commandTitle(command, t),
    text: commandText(command, t),
  })
  return { kind: isFailed(command.state) ? 'error' : command.state === 'done' ? 'success' : 'info', text }
}

/** Called with the command when it has ended; undefined if the reader may no longer see it or is signed out. */
type OnEnd = (command: Command | undefined) => void

/**
 * Follows a command until it has ended, also when the page is left. Then shows a notice and refetches what is displayed
 * of devices.
 * @param hardwareId the device, if known: announced changes of other devices are then ignored
 * @param row the id on the device of the row that the command changes; the row is shown as being applied
 * @param quiet no notice: the caller reports the results of several commands in one
 */
export function followCommand(
  id: number,
  hardwareId: number | undefined,
  { onEnd, row, quiet = false }: { onEnd?: OnEnd; row?: string | undefined; quiet?: boolean } = {},
): void {
  const known = followed.get(id)
  if (known) return void (onEnd && known.add(onEnd))
  const handlers = new Set(onEnd ? [onEnd] : [])
  followed.set(id, handlers)
  const endChange = startOwnChange()
  openCommand({ id, hardwareId, row })
  void queryClient.invalidateQueries({ queryKey: [deviceCommands.index.name] })
  const input = { params: { id } }
  const observer = new QueryObserver<Reply<typeof deviceCommands.show>, ApiError>(queryClient, {
    queryKey: queryKey(deviceCommands.show, input),
    queryFn: ({ signal }) => call(deviceCommands.show, { ...input, signal }),
    meta: { subjects: ['hardware'], row: hardwareId },
    staleTime: 0,
    refetchInterval: pollInterval,
    refetchIntervalInBackground: true,
  })
  const stop = observer.subscribe(({ data, error }) => {
    const command = data?.data
    const lost = error !== null && error.status >= 400 && error.status < 500
    if (!lost && (!command || isOpen(command.state))) return
    stop()
    followed.delete(id)
    endChange()
    if (command && !lost) {
      const { kind, text } = noticeOf(command)
      if (!quiet) notify[kind](text)
    }
    const end = () => {
      closeCommand(id)
      for (const handler of handlers) handler(lost ? undefined : command)
    }
    if (lost || !command) return end()
    const refetched = Promise.all([
      refetchSubject('hardware', [command.hardware_id]),
      ...(['site-network', 'wifi', 'access-control'] as const).map((subject) => refetchSubject(subject)),
    ])
    const timeout = new Promise((resolve) => setTimeout(resolve, maxRefetch))
    void Promise.race([refetched, timeout]).finally(end)
  })
}

/** The progress of several commands. */
export interface Group {
  total: number
  done: number
  /** Ended, and not done. */
  failed: number
}

/**
 * Follows several commands until all have ended, and shows one notice.
 * @param onChange called when a command has ended
 */
export function followGroup(
  commands: readonly { id: number; hardware_id: number }[],
  onChange: (group: Group) => void,
): void {
  const group: Group = { total: commands.length, done: 0, failed: 0 }
  for (const { id, hardware_id } of commands)
    followCommand(id, hardware_id, {
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
