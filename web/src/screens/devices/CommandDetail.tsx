import { deviceCommands, type Command } from '@trunkline/contract/resources/device-command'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { errorText } from '../../ui/error-text.ts'
import { NotSet, type Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { CommandBadge, CommandEnd } from './command-end.tsx'
import { commandTitle, isOpen } from './command-words.ts'
import { pollInterval } from './follow.ts'
import { DeviceName, PersonName } from './names.tsx'
import { useDeviceCommand } from './use-device-command.ts'

function useFacts(of: Command | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  if (!of) return []
  const took =
    of.started_at && of.finished_at ? (Date.parse(of.finished_at) - Date.parse(of.started_at)) / 1000 : undefined
  return [
    { label: t('devices:field.hardware_name'), value: <DeviceName of={of} /> },
    {
      label: t('devices:field.site_name'),
      value:
        of.site_id === null ? null : (
          <TextLink to={paths.sites.summary(of.site_id)} inherit>
            {of.site_name}
          </TextLink>
        ),
    },
    { label: t('devices:field.company_name'), value: of.company_name },
    { label: t('devices:field.requested_by'), value: <PersonName of={of.requested_by} /> },
    { label: t('devices:field.created_at'), value: <Time value={of.created_at} /> },
    { label: t('devices:field.started_at'), value: <Time value={of.started_at} /> },
    { label: t('devices:field.finished_at'), value: <Time value={of.finished_at} /> },
    {
      label: t('devices:field.took'),
      value:
        took === undefined
          ? null
          : `${took < 1 ? '< ' : ''}${durationText(Math.max(1, took), regional(i18n.language))}`,
    },
    ...(of.kind === 'change'
      ? [
          {
            label: t('devices:field.guarded'),
            wide: true,
            value: t(of.guarded ? 'devices:guarded.yes' : 'devices:guarded.no'),
          },
        ]
      : []),
  ]
}

/** A table of properties in a card; the first cell of a row names the property. */
function PropertyTable({ title, head, rows }: { title: string; head?: string[]; rows: (string | null)[][] }) {
  const { t } = useTranslation()
  const cell = (text: string | null | undefined) =>
    text ? <code className={layout.code}>{text}</code> : <NotSet label={t('ui:notSet')} />
  return (
    <Card title={title}>
      <div className={layout.scroll} role="group" aria-label={title} tabIndex={0}>
        <table className={layout.table}>
          {head ? (
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          ) : null}
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row" className={layout.nowrap}>
                  {cell(name)}
                </th>
                {values.map((value, index) => (
                  <td key={index}>{cell(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** The properties of the device that a command returned. A row that was read back is part of the result. */
function resultRows({ row, ...rest }: Record<string, unknown>): string[][] {
  const properties = { ...rest, ...(row !== null && typeof row === 'object' ? row : {}) }
  return Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
}

/** The page of a command: its state and result, what to do about it, and the changed properties. */
export default function CommandDetail() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const input = { params: { id } }
  const known = useCall(deviceCommands.show, input, { staleTime: Number.POSITIVE_INFINITY }).data?.data
  const shown = useCall(deviceCommands.show, input, {
    row: known?.hardware_id,
    ...(known && !isOpen(known.state) ? {} : { every: pollInterval }),
  })
  const reload = useDeviceCommand(hardwareLive.reload)
  const command = shown.data?.data
  const facts = useFacts(command)
  const read = (hardwareId: number) =>
    void reload.enqueue({ params: { id: hardwareId } }).catch((error: unknown) => notify.error(errorText(error, t)))
  return (
    <DetailScreen
      title={command ? commandTitle(command, t) : t('devices:command.one')}
      subtitle={command?.hardware_name}
      status={command ? <CommandBadge of={command} /> : null}
      crumbs={[
        { label: t('devices:list.title'), to: paths.hardware.commands },
        ...(command ? [{ label: commandTitle(command, t) }] : []),
      ]}
      actions={
        command && command.state === 'unknown' && can(hardwareLive.reload) ? (
          <Button
            leftSection={actionIcon(IconRefresh)}
            loading={reload.requesting || reload.open}
            onClick={() => read(command.hardware_id)}
          >
            {t('devices:command.reload')}
          </Button>
        ) : null
      }
      loading={shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      above={
        command ? (
          <>
            <CommandEnd of={command} linked={false} />
            <CommandEnd of={reload.command} onClose={reload.clear} />
          </>
        ) : null
      }
      facts={facts}
      below={
        command ? (
          <>
            {command.changes.length > 0 ? (
              <PropertyTable
                title={t('devices:changes.title')}
                head={[t('devices:changes.field'), t('devices:changes.before'), t('devices:changes.after')]}
                rows={command.changes.map(({ field, before, after }) => [field, before, after])}
              />
            ) : null}
            {command.result && Object.keys(command.result).length > 0 ? (
              <PropertyTable title={t('devices:result.title')} rows={resultRows(command.result)} />
            ) : null}
          </>
        ) : null
      }
    />
  )
}
