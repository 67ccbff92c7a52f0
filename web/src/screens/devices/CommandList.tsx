import { deviceCommands, type CommandRow } from '@trunkline/contract/resources/device-command'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { useSearch } from '@tanstack/react-router'
import { IconArrowBackUp, IconTerminal2 } from '@tabler/icons-react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { CommandBadge } from './command-end.tsx'
import { commandTitle } from './command-words.ts'
import { DeviceName, PersonName } from './names.tsx'

/** The filter for commands that were not applied. */
const failedOnly = { search: `state:${failedStates.join(',')}`, searchFields: 'state:in' }

/** The commands to devices, with their results. */
export default function CommandList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  useMessages()
  const can = useCan()
  const cancel = useCommand(deviceCommands.cancel)
  const { search } = useSearch({ strict: false }) as { search?: unknown }
  const { act } = useRecordActions<CommandRow>({ texts: 'devices', nameOf: (row) => row.hardware_name })
  const columns = fieldColumns<CommandRow>(t, 'devices', [
    {
      field: 'label',
      width: 230,
      card: 'title',
      below: placeOf,
      sort: false,
      render: (row) => commandTitle(row, t),
    },
    {
      field: 'hardware_name',
      width: 130,
      card: 'fact',
      render: (row) => <DeviceName of={row} />,
    },
    {
      field: 'state',
      width: 130,
      card: 'status',
      render: (row) => <CommandBadge of={row} />,
    },
    {
      field: 'detail',
      width: 170,
      card: 'fact',
      sort: false,
      render: (row) =>
        row.detail ? <span title={textOf(row.detail)}>{textOf(row.detail)}</span> : <NotSet label={t('ui:notSet')} />,
    },
    {
      field: 'requested_by',
      width: 130,
      card: 'fact',
      render: (row) => <PersonName of={row.requested_by} />,
    },
    {
      field: 'created_at',
      width: 185,
      card: 'fact',
      render: (row) => <Time value={row.created_at} />,
    },
    {
      field: 'site_name',
      width: 150,
      hidden: true,
      render: (row) =>
        row.site_id === null ? (
          <NotSet label={t('ui:notSet')} />
        ) : (
          <TextLink to={paths.sites.summary(row.site_id)} inherit>
            {row.site_name}
          </TextLink>
        ),
    },
    { field: 'company_name', width: 150, hidden: true },
    {
      field: 'kind',
      width: 160,
      hidden: true,
      render: (row) => t(`devices:kind.${row.kind}`),
    },
    { field: 'target', width: 180, hidden: true },
    { field: 'finished_at', width: 180, hidden: true },
    { field: 'id', width: 90, hidden: true },
  ])
  return (
    <ListScreen<CommandRow>
      endpoint={deviceCommands.index}
      name="device-commands"
      namespace="devices"
      title={t('devices:list.title')}
      subtitle={t('devices:list.subtitle')}
      columns={columns}
      rowLink={(row) => paths.hardware.command(row.id)}
      rowName={(row) => commandTitle(row, t)}
      every={10_000}
      actions={
        <LinkButton
          variant="default"
          to={paths.hardware.commands}
          {...(search === undefined ? { search: failedOnly } : {})}
        >
          {t(search === undefined ? 'devices:list.failed' : 'devices:list.all')}
        </LinkButton>
      }
      rowActions={(row) =>
        row.state === 'queued' && can(deviceCommands.cancel)
          ? [act('cancel', row, { icon: IconArrowBackUp, run: () => cancel.run({ params: { id: row.id } }) })]
          : []
      }
      valueLabel={(field, value) =>
        t(`devices:${field === 'kind' ? 'kind' : 'state'}.${value}`, { defaultValue: value })
      }
      withoutFilter={['id', 'hardware_id', 'site_id', 'company_id']}
      empty={{ title: t('devices:empty.title'), text: t('devices:empty.text'), icon: <IconTerminal2 size={20} /> }}
    />
  )
}
