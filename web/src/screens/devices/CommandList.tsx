import { deviceCommands, type CommandRow } from '@trunkline/contract/resources/device-command'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { useSearch } from '@tanstack/react-router'
import { IconArrowBackUp, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { errorText } from '../../ui/error-text.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'
import { CommandBadge } from './command-end.tsx'
import { commandTitle } from './command-words.ts'
import { DeviceName, PersonName } from './names.tsx'

/** Those that did not end as they were meant to. */
const failedOnly = { search: `state:${failedStates.join(',')}`, searchFields: 'state:in' }

/** What devices were asked for, by whom, and how it ended. */
export default function CommandList() {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const cancel = useCommand(deviceCommands.cancel)
  const { search } = useSearch({ strict: false }) as { search?: unknown }
  const takeBack = (row: CommandRow) =>
    void cancel.run({ params: { id: row.id } }).then(
      () => notify.success(t('devices:command.cancelled', { device: row.hardware_name })),
      (error: unknown) => notify.error(errorText(error, t)),
    )
  const columns: ListColumn<CommandRow>[] = [
    {
      field: 'label',
      header: t('devices:field.label'),
      width: 255,
      card: 'title',
      sort: false,
      render: (row) => commandTitle(row, t),
    },
    {
      field: 'hardware_name',
      header: t('devices:field.hardware_name'),
      width: 130,
      card: 'fact',
      render: (row) => <DeviceName of={row} />,
    },
    {
      field: 'state',
      header: t('devices:field.state'),
      width: 145,
      card: 'status',
      render: (row) => <CommandBadge of={row} />,
    },
    {
      field: 'detail',
      header: t('devices:field.detail'),
      width: 190,
      card: 'fact',
      sort: false,
      render: (row) =>
        row.detail ? <span title={textOf(row.detail)}>{textOf(row.detail)}</span> : <NotSet label={t('ui:notSet')} />,
    },
    {
      field: 'requested_by',
      header: t('devices:field.requested_by'),
      width: 130,
      card: 'fact',
      render: (row) => <PersonName of={row.requested_by} />,
    },
    {
      field: 'created_at',
      header: t('devices:field.created_at'),
      width: 165,
      card: 'fact',
      render: (row) => <Time value={row.created_at} />,
    },
    {
      field: 'site_name',
      header: t('devices:field.site_name'),
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
    { field: 'company_name', header: t('devices:field.company_name'), width: 150, hidden: true },
    {
      field: 'kind',
      header: t('devices:field.kind'),
      width: 160,
      hidden: true,
      render: (row) => t(`devices:kind.${row.kind}`),
    },
    { field: 'target', header: t('devices:field.target'), width: 180, hidden: true },
    { field: 'finished_at', header: t('devices:field.finished_at'), width: 180, hidden: true },
    { field: 'id', header: t('devices:field.id'), width: 90, hidden: true },
  ]
  const words = (field: string, of: string) =>
    t(field === 'kind' ? `devices:kind.${of}` : `devices:state.${of}`, { defaultValue: of })
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
        search === undefined ? (
          <LinkButton variant="default" to={paths.hardware.commands} search={failedOnly}>
            {t('devices:list.failed')}
          </LinkButton>
        ) : (
          <LinkButton variant="default" to={paths.hardware.commands}>
            {t('devices:list.all')}
          </LinkButton>
        )
      }
      rowActions={(row) =>
        row.state === 'queued' && can(deviceCommands.cancel)
          ? [
              {
                key: 'cancel',
                label: t('devices:command.cancel'),
                icon: <IconArrowBackUp size={16} aria-hidden="true" />,
                onClick: () => takeBack(row),
              },
            ]
          : []
      }
      valueLabel={words}
      withoutFilter={['id', 'hardware_id', 'site_id', 'company_id']}
      empty={{
        title: t('devices:list.empty.title'),
        text: t('devices:list.empty.text'),
        icon: <IconTerminal2 size={20} />,
      }}
    />
  )
}
