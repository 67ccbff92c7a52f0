import { CloseButton } from '@mantine/core'
import { deviceCommands } from '@trunkline/contract/resources/device-command'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { CommandBadge } from '../devices/command-end.tsx'
import { commandAdvice, commandText, isFailed, isOpen } from '../devices/command-words.ts'
import { DeviceName } from '../devices/names.tsx'
import classes from './wifi-access.module.css'
import { clearWrites, useWrites, type Write } from './writes.ts'

/** How far one controller is. */
function WriteLine({ of }: { of: Write }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const shown = useCall(
    deviceCommands.show,
    { params: { id: of.id } },
    // Whoever follows it asks for it again and again; here it is only shown.
    { enabled: can(deviceCommands.show), staleTime: Number.POSITIVE_INFINITY, row: of.hardware_id },
  )
  const command = shown.data?.data
  const advice = command && commandAdvice(command, t)
  return (
    <li>
      <CommandBadge of={command ?? of} />
      <span className={classes.writeText}>
        <strong>
          <DeviceName of={of} />
        </strong>
        <span className={classes.quiet}>
          {of.end === 'lost' || !command
            ? t(of.end === 'lost' ? 'wifi-access:writes.lost' : 'devices:end.queued')
            : command.detail && !isOpen(command.state)
              ? textOf(command.detail)
              : commandText(command, t)}
        </span>
        {advice ? <span className={classes.quiet}>{advice}</span> : null}
      </span>
      {can(deviceCommands.show) ? (
        <TextLink to={paths.hardware.command(of.id)}>{t('devices:command.open')}</TextLink>
      ) : null}
    </li>
  )
}

/** "Written to 2 of 3 controllers", with how each is getting on. Draws nothing before anything was asked for. */
export function WritesEnd({ siteId }: { siteId?: number | undefined }) {
  const { t } = useTranslation()
  const writes = useWrites(siteId)
  if (writes.length === 0) return null
  const open = writes.some(({ end }) => end === undefined)
  const done = writes.filter(({ end }) => end === 'done').length
  const failed = writes.some(({ end }) => end && end !== 'lost' && isFailed(end))
  return (
    <section
      className={clsx(classes.writes, failed && classes.failed)}
      aria-label={t('wifi-access:writes.label')}
      aria-busy={open}
    >
      <div className={classes.writesHead}>
        <strong role="status">
          {t(open ? 'wifi-access:writes.open' : 'wifi-access:writes.ended', { done, count: writes.length })}
        </strong>
        {open ? null : (
          <CloseButton
            aria-label={t('devices:command.close')}
            onClick={() => clearWrites(writes.map((write) => write.siteId))}
          />
        )}
      </div>
      <ul>
        {writes.map((write) => (
          <WriteLine key={write.id} of={write} />
        ))}
      </ul>
    </section>
  )
}
