import { CloseButton } from '@mantine/core'
import { deviceCommands } from '@trunkline/contract/resources/device-command'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { CommandBadge } from '../devices/command-end.tsx'
import { commandAdvice, commandText, isFailed, isOpen } from '../devices/command-words.ts'
import { DeviceName } from '../devices/names.tsx'
import classes from './wifi-access.module.css'
import { clearWrites, useWrites, type Write } from './writes.ts'

/** The command of one controller. */
function WriteRow({ of }: { of: Write }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const shown = useCall(
    deviceCommands.show,
    { params: { id: of.id } },
    // `followCommand` refetches it; this query only reads the cache.
    { enabled: can(deviceCommands.show), staleTime: Number.POSITIVE_INFINITY, row: of.hardware_id },
  )
  const command = shown.data?.data
  const advice = command && commandAdvice(command, t)
  return (
    <li>
      <CommandBadge of={command ?? of} />
      <span className={classes.client}>
        <strong>
          <DeviceName of={of} />
        </strong>
        <span className={layout.hint}>
          {of.end === 'hidden' || !command
            ? t(of.end === 'hidden' ? 'wifi-access:writes.hidden' : 'devices:end.queued')
            : command.detail && !isOpen(command.state)
              ? textOf(command.detail)
              : commandText(command, t)}
        </span>
        {advice ? <span className={layout.hint}>{advice}</span> : null}
      </span>
      {can(deviceCommands.show) ? (
        <TextLink to={paths.hardware.command(of.id)}>{t('devices:command.open')}</TextLink>
      ) : null}
    </li>
  )
}

/** "Applied to 2 of 3 controllers", with the command of each; nothing before the first change. */
export function WritesStatus({ siteId }: { siteId?: number | undefined }) {
  const { t } = useTranslation()
  const writes = useWrites(siteId)
  if (writes.length === 0) return null
  const open = writes.some(({ end }) => end === undefined)
  const done = writes.filter(({ end }) => end === 'done').length
  const failed = writes.some(({ end }) => end && end !== 'hidden' && isFailed(end))
  return (
    <section
      className={clsx(classes.notice, classes.writes)}
      data-failed={failed || undefined}
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
      <ul className={layout.rows}>
        {writes.map((write) => (
          <WriteRow key={write.id} of={write} />
        ))}
      </ul>
    </section>
  )
}
