import { deviceCommands } from '@trunkline/contract/resources/device-command'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { isOpen } from '../devices/command-words.ts'
import { followCommand, followGroup } from '../devices/follow.ts'
import classes from './wifi.module.css'

/** Where a command stands, live, whoever asked for it. */
export function LiveEnd({
  id,
  hardwareId,
  onClose,
}: {
  id: number
  hardwareId: number
  onClose?: (() => void) | undefined
}) {
  // Whoever follows it asks for it again and again; here it is only shown.
  const shown = useCall(
    deviceCommands.show,
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY, row: hardwareId },
  )
  const command = shown.data?.data
  const open = command !== undefined && isOpen(command.state)
  useEffect(() => {
    if (open) followCommand(id, hardwareId, { quiet: true })
  }, [open, id, hardwareId])
  return <CommandEnd of={command} onClose={onClose} />
}

/** What was asked of several devices at once: one notice at the end, and where each of them stands. */
export function useEnds(): {
  follow: (requested: readonly QueuedOnDevice[]) => void
  ends: ReactNode
} {
  const { t } = useTranslation()
  const [requested, setAsked] = useState<readonly QueuedOnDevice[]>([])
  return {
    follow: (next) => {
      const [one, ...more] = next
      if (!one) return
      if (more.length === 0) followCommand(one.id, one.hardware_id)
      else followGroup(next, () => undefined)
      setAsked(next)
    },
    ends:
      requested.length === 0 ? null : (
        <ul className={classes.ends} aria-label={t('wifi:asked')}>
          {requested.map((one) => (
            <li key={one.id}>
              {requested.length > 1 ? <p className={classes.endName}>{one.hardware_name}</p> : null}
              <LiveEnd
                id={one.id}
                hardwareId={one.hardware_id}
                onClose={() => setAsked((before) => before.filter(({ id }) => id !== one.id))}
              />
            </li>
          ))}
        </ul>
      ),
  }
}
