import { deviceCommands } from '@trunkline/contract/resources/device-command'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { CancelButton, CommandBadge } from './command-end.tsx'
import { commandText, commandTitle, isOpen } from './command-words.ts'
import classes from './devices.module.css'
import { Ago } from './freshness.tsx'
import { lookEvery } from './follow.ts'

/** Drawn here; all of them are in their list. */
const drawn = 5

/** The last commands of a device or of a site's devices, with their ends as they come. */
export function RecentCommands({ field, id }: { field: 'hardware_id' | 'site_id'; id: number }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const mine = { search: `${field}:${id}`, searchFields: `${field}:=` }
  const may = can(deviceCommands.index)
  const input = { query: { ...mine, perPage: 25 } }
  const row = field === 'hardware_id' ? id : undefined
  const known = useCall(deviceCommands.index, input, { enabled: may, row })
  const runs = known.data?.data.some(({ state }) => isOpen(state)) ?? false
  // One that runs is looked at again and again; else the live channel says what is new.
  const shown = useCall(deviceCommands.index, input, { enabled: may, row, ...(runs ? { every: lookEvery } : {}) })
  if (!may) return null
  const rows = shown.data?.data.slice(0, drawn)
  return (
    <Card
      title={t('devices:recent.title')}
      actions={
        rows && rows.length > 0 ? (
          <TextLink to={paths.hardware.commands} search={mine}>
            {t('devices:recent.all')}
          </TextLink>
        ) : null
      }
    >
      {shown.error ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : !rows ? (
        <TableSkeleton rows={3} columns={2} />
      ) : rows.length === 0 ? (
        <p className={classes.quiet}>{t('devices:recent.none')}</p>
      ) : (
        <ul className={classes.commands}>
          {rows.map((one) => (
            <li key={one.id}>
              <CommandBadge of={one} />
              <span className={classes.commandText}>
                <TextLink to={paths.hardware.command(one.id)} inherit>
                  {field === 'site_id' ? `${one.hardware_name}: ` : null}
                  {commandTitle(one, t)}
                </TextLink>
                {one.state === 'done' ? null : (
                  <span className={classes.quiet}>
                    {one.detail && !isOpen(one.state) ? textOf(one.detail) : commandText(one, t)}
                  </span>
                )}
              </span>
              <span className={classes.quiet}>
                <Ago at={one.finished_at ?? one.created_at} />
              </span>
              <CancelButton of={one} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
