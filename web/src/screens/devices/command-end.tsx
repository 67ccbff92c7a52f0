import { Button, CloseButton } from '@mantine/core'
import { deviceCommands, type CommandRow } from '@trunkline/contract/resources/device-command'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { errorText } from '../../ui/error-text.ts'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { commandAdvice, commandText, commandTitle, isFailed, isOpen, toneOf } from './command-words.ts'
import classes from './devices.module.css'

/** Where a command stands, in a word. */
export function CommandBadge({ of }: { of: Pick<CommandRow, 'state'> }) {
  const { t } = useTranslation()
  return <StatusBadge tone={toneOf(of.state)}>{t(`devices:state.${of.state}`)}</StatusBadge>
}

/** Takes back a command that has not begun. */
export function CancelButton({ of }: { of: Pick<CommandRow, 'id' | 'state'> }) {
  const { t } = useTranslation()
  const can = useCan()
  const cancel = useCommand(deviceCommands.cancel)
  if (of.state !== 'queued' || !can(deviceCommands.cancel)) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={cancel.pending}
      onClick={() =>
        void cancel
          .run({ params: { id: of.id } })
          // It has begun meanwhile, most likely.
          .catch((error: unknown) => notify.error(errorText(error, t)))
      }
    >
      {t('devices:command.cancel')}
    </Button>
  )
}

/**
 * Where a command stands, beside the button or form that asked for it: the step while it runs, and how it ended, with
 * the device's words and what to do. Draws nothing before anything was asked for.
 */
export function CommandEnd({
  of,
  onClose,
  linked = true,
}: {
  of: CommandRow | undefined
  /** Puts it away; offered when it has ended. */
  onClose?: (() => void) | undefined
  /** False on the command's own page. */
  linked?: boolean
}) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  if (!of) return null
  const open = isOpen(of.state)
  const advice = commandAdvice(of, t)
  return (
    <section
      className={clsx(classes.end, isFailed(of.state) && classes.failed)}
      aria-label={t('devices:command.one')}
      aria-busy={open}
    >
      <div className={classes.endHead}>
        <CommandBadge of={of} />
        <strong>{commandTitle(of, t)}</strong>
        {onClose && !open ? (
          <CloseButton className={classes.close ?? ''} aria-label={t('devices:command.close')} onClick={onClose} />
        ) : null}
      </div>
      <p className={classes.line}>{commandText(of, t)}</p>
      {of.detail && !open ? (
        <p className={classes.line}>
          {t('devices:command.words')} <q>{textOf(of.detail)}</q>
        </p>
      ) : null}
      {advice ? <p className={classes.quiet}>{advice}</p> : null}
      <div className={classes.endFoot}>
        {linked && can(deviceCommands.show) ? (
          <TextLink to={paths.hardware.command(of.id)}>{t('devices:command.open')}</TextLink>
        ) : null}
        <CancelButton of={of} />
      </div>
    </section>
  )
}
