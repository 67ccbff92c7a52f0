import { deviceCommands } from '@trunkline/contract/resources/device-command'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import layout from '../../ui/layout.module.css'
import { CommandEnd } from '../devices/command-end.tsx'
import { isOpen } from '../devices/command-words.ts'
import { followCommand, followGroup } from '../devices/follow.ts'

/** The live state of a command, also of one that another user sent. */
export function CommandResult({
  id,
  hardwareId,
  onClose,
}: {
  id: number
  hardwareId: number
  onClose?: (() => void) | undefined
}) {
  // `followCommand` refetches it; this query only reads the cache.
  const { data } = useCall(
    deviceCommands.show,
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY, row: hardwareId },
  )
  const open = data !== undefined && isOpen(data.data.state)
  useEffect(() => {
    if (open) followCommand(id, hardwareId, { quiet: true })
  }, [open, id, hardwareId])
  return <CommandEnd of={data?.data} onClose={onClose} />
}

/** Follows commands that one call sent to several devices: one notification at the end, and the state of each. */
export function useCommandResults(): {
  follow: (commands: readonly QueuedOnDevice[]) => void
  results: ReactNode
} {
  const { t } = useTranslation()
  const [commands, setCommands] = useState<readonly QueuedOnDevice[]>([])
  return {
    follow: (next) => {
      const [one, ...more] = next
      if (!one) return
      if (more.length === 0) followCommand(one.id, one.hardware_id)
      else followGroup(next, () => undefined)
      setCommands(next)
    },
    results:
      commands.length === 0 ? null : (
        <ul className={`${layout.list} ${layout.stack}`} aria-label={t('wifi:commands')}>
          {commands.map(({ id, hardware_id, hardware_name }) => (
            <li key={id}>
              {commands.length > 1 ? <strong>{hardware_name}</strong> : null}
              <CommandResult
                id={id}
                hardwareId={hardware_id}
                onClose={() => setCommands((before) => before.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      ),
  }
}
