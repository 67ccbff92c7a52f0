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
import layout from '../../ui/layout.module.css'
import { commandAdvice, commandText, commandTitle, isFailed, isOpen, toneOf } from './command-words.ts'
import classes from './devices.module.css'

/** The state of a command. */
export function CommandBadge({ of }: { of: Pick<CommandRow, 'state'> }) {
  const { t } = useTranslation()
  return <StatusBadge tone={toneOf(of.state)}>{t(`devices:state.${of.state}`)}</StatusBadge>
}

/** Cancels a queued command. */
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
          // Most likely it is running by now.
          .catch((error: unknown) => notify.error(errorText(error, t)))
      }
    >
      {t('devices:action.cancel')}
    </Button>
  )
}

/**
 * The progress and result of a command, beside the button or form that sent it, with the message of the device and what
 * the user can do. Renders nothing before a command was sent.
 */
export function CommandEnd({
  of,
  onClose,
  linked = true,
}: {
  of: CommandRow | undefined
  /** Dismisses the result of a command that has ended. */
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
      className={clsx(classes.result, isFailed(of.state) && classes.failed)}
      aria-label={t('devices:command.one')}
      aria-busy={open}
    >
      <div className={classes.resultHead}>
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
      {advice ? <p className={layout.smallNote}>{advice}</p> : null}
      <div className={classes.resultFoot}>
        {linked && can(deviceCommands.show) ? (
          <TextLink to={paths.hardware.command(of.id)}>{t('devices:command.open')}</TextLink>
        ) : null}
        <CancelButton of={of} />
      </div>
    </section>
  )
}
