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
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { errorText } from '../../ui/error-text.ts'
import { NotSet, type Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { CommandBadge, CommandEnd } from './command-end.tsx'
import { commandTitle, isOpen } from './command-words.ts'
import classes from './devices.module.css'
import { lookEvery } from './follow.ts'
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

/** Property by property: what the device had, and what was asked for. */
function Changes({ of }: { of: Command }) {
  const { t } = useTranslation()
  const value = (text: string | null) =>
    text === null || text === '' ? <NotSet label={t('ui:notSet')} /> : <code className={classes.code}>{text}</code>
  return (
    <Card title={t('devices:changes.title')}>
      <div className={classes.scroll} role="region" aria-label={t('devices:changes.title')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('devices:changes.field')}</th>
              <th scope="col">{t('devices:changes.before')}</th>
              <th scope="col">{t('devices:changes.after')}</th>
            </tr>
          </thead>
          <tbody>
            {of.changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">
                  <code className={classes.code}>{change.field}</code>
                </th>
                <td>{value(change.before)}</td>
                <td>{value(change.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** What a command yielded, as the device has it now. */
function Result({ of }: { of: Record<string, unknown> }) {
  const { t } = useTranslation()
  // The row lies beside its id.
  const { row, ...rest } = of
  const flat = { ...rest, ...(row !== null && typeof row === 'object' ? row : {}) }
  const plain = Object.entries(flat).flatMap(([key, value]) =>
    value === null ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)] as const],
  )
  return (
    <Card title={t('devices:result.title')}>
      <div className={classes.scroll} role="region" aria-label={t('devices:result.title')} tabIndex={0}>
        <table className={classes.table}>
          <tbody>
            {plain.map(([key, value]) => (
              <tr key={key}>
                <th scope="row">
                  <code className={classes.code}>{key}</code>
                </th>
                <td>
                  <code className={classes.code}>{value}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** One command: what it is about, what it changes, where it stands, and what to do about its end. */
export default function CommandDetail() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const input = { params: { id } }
  const known = useCall(deviceCommands.show, input, { staleTime: Number.POSITIVE_INFINITY }).data?.data
  const shown = useCall(deviceCommands.show, input, {
    row: known?.hardware_id,
    ...(known && !isOpen(known.state) ? {} : { every: lookEvery }),
  })
  const reload = useDeviceCommand(hardwareLive.reload)
  const command = shown.data?.data
  const facts = useFacts(command)
  const lookAgain = (hardwareId: number) =>
    void reload.ask({ params: { id: hardwareId } }).catch((error: unknown) => notify.error(errorText(error, t)))
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
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={reload.requesting || reload.open}
            onClick={() => lookAgain(command.hardware_id)}
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
            {command.changes.length > 0 ? <Changes of={command} /> : null}
            {command.result && Object.keys(command.result).length > 0 ? <Result of={command.result} /> : null}
          </>
        ) : null
      }
    />
  )
}
