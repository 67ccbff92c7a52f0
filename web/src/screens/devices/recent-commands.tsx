import { deviceCommands } from '@trunkline/contract/resources/device-command'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'
import { CancelButton, CommandBadge } from './command-end.tsx'
import { commandText, commandTitle, isOpen } from './command-words.ts'
import classes from './devices.module.css'
import { Ago } from './freshness.tsx'
import { pollInterval } from './follow.ts'

const MAX_ROWS = 5

/** The latest commands to a device or to the devices of a site, with live results. */
export function RecentCommands({ field, id }: { field: 'hardware_id' | 'site_id'; id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const filter = { search: `${field}:${id}`, searchFields: `${field}:=` }
  const may = can(deviceCommands.index)
  const input = { query: { ...filter, perPage: 25 } }
  const row = field === 'hardware_id' ? id : undefined
  const known = useCall(deviceCommands.index, input, { enabled: may, row })
  const isRunning = known.data?.data.some(({ state }) => isOpen(state)) ?? false
  // Polled while a command runs; otherwise the live channel announces changes.
  const shown = useCall(deviceCommands.index, input, {
    enabled: may,
    row,
    ...(isRunning ? { every: pollInterval } : {}),
  })
  if (!may) return null
  const rows = shown.data?.data.slice(0, MAX_ROWS)
  return (
    <Card
      title={t('devices:recent.title')}
      actions={
        rows && rows.length > 0 ? (
          <TextLink to={paths.hardware.commands} search={filter}>
            {t('devices:recent.all')}
          </TextLink>
        ) : null
      }
    >
      <Loaded of={{ ...shown, data: rows }} skeleton={<TableSkeleton rows={3} columns={2} />}>
        {(commands) =>
          commands.length === 0 ? (
            <p className={layout.smallNote}>{t('devices:recent.none')}</p>
          ) : (
            <ul className={layout.rows}>
              {commands.map((command) => (
                <li key={command.id}>
                  <CommandBadge of={command} />
                  <span className={classes.commandText}>
                    <TextLink to={paths.hardware.command(command.id)} inherit>
                      {field === 'site_id' ? `${command.hardware_name}: ` : null}
                      {commandTitle(command, t)}
                    </TextLink>
                    {command.state === 'done' ? null : (
                      <span className={layout.smallNote}>
                        {command.detail && !isOpen(command.state) ? textOf(command.detail) : commandText(command, t)}
                      </span>
                    )}
                  </span>
                  <span className={layout.smallNote}>
                    <Ago at={command.finished_at ?? command.created_at} />
                  </span>
                  <CancelButton of={command} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
