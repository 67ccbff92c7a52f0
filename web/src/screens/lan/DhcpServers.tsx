import { ActionIcon, Tooltip } from '@mantine/core'
import { control } from '@trunkline/contract/resources/control'
import type { DhcpServer } from '@trunkline/contract/resources/control-shapes'
import { IconPencil, IconPlus, IconServer, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { DevicePage } from './device-page.tsx'
import { devicePaths } from './device-paths.ts'
import classes from './lan.module.css'
import { RowTable } from './row-table.tsx'
import { useDevice } from './use-device.ts'
import { Value } from './value.tsx'

/** DHCP servers of one router. */
export default function DhcpServers() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const of = useDevice()
  const { hardwareId, siteId } = of
  const question = useQuestion()
  const servers = useReading(control.servers, { params: { id: hardwareId } }, { enabled: of.ready })
  const remove = useDeviceCommand(control.removeServer, { hardwareId })
  const [removed, setRemoved] = useState<string>()
  const search = { hardware: String(hardwareId) }
  const add = of.may(control.addServer) ? (
    <LinkButton
      to={devicePaths.dhcpAdd(siteId)}
      search={search}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {t('lan:servers.add')}
    </LinkButton>
  ) : null
  const askRemove = (row: DhcpServer) =>
    question.ask({
      title: t('lan:servers.remove', { name: row.name }),
      text: t('lan:servers.removeText'),
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => {
        setRemoved(row.id)
        return remove.ask({ params: { id: hardwareId }, query: { id: row.id, seen: JSON.stringify(row) } })
      },
      done: t('lan:asked'),
    })
  const end = remove.command ? <CommandEnd of={remove.command} onClose={remove.clear} /> : null
  const rows = servers.rows

  return (
    <DevicePage of={of} title={t('lan:title.dhcp')} actions={add}>
      {() =>
        servers.error ? (
          <ErrorNotice error={servers.error} retry={servers.read} />
        ) : (
          <div className={classes.stack}>
            <Freshness
              readAt={servers.readAt}
              readingError={servers.readingError}
              reading={servers.reading}
              onRead={servers.read}
            />
            {rows?.some((row) => row.id === removed) ? null : end}
            <Card title={t('lan:servers.title')}>
              {!rows ? (
                servers.readingError ? (
                  <EmptyState title={t('lan:neverRead')} />
                ) : (
                  <TableSkeleton rows={3} columns={4} rowHeight={44} />
                )
              ) : rows.length === 0 ? (
                <EmptyState
                  icon={<IconServer size={20} />}
                  title={t('lan:servers.empty')}
                  text={t('lan:servers.emptyText')}
                >
                  {add}
                </EmptyState>
              ) : (
                <RowTable<DhcpServer>
                  label={t('lan:servers.title')}
                  rows={rows}
                  idOf={(row) => row.id}
                  below={(row) => (row.id === removed ? end : null)}
                  columns={[
                    {
                      key: 'name',
                      label: t('lan:field.name'),
                      render: (row) =>
                        of.may(control.setServer) && !row.dynamic ? (
                          <TextLink to={devicePaths.dhcpUpdate(siteId, row.id)} search={search} inherit>
                            {row.name}
                          </TextLink>
                        ) : (
                          row.name
                        ),
                    },
                    { key: 'interface', label: t('lan:field.interface'), render: (row) => row.interface },
                    {
                      key: 'pool',
                      label: t('lan:field.address_pool'),
                      render: (row) =>
                        row.address_pool === 'static-only' ? t('lan:servers.staticOnly') : row.address_pool,
                    },
                    {
                      key: 'time',
                      label: t('lan:field.lease_time_seconds'),
                      render: (row) =>
                        row.lease_time_seconds === null ? (
                          <Value of={null} />
                        ) : (
                          durationText(row.lease_time_seconds, language)
                        ),
                    },
                    {
                      key: 'state',
                      label: t('lan:field.state'),
                      render: (row) => (
                        <StatusBadge tone={row.invalid ? 'bad' : row.disabled ? 'neutral' : 'good'}>
                          {t(`lan:state.${row.invalid ? 'invalid' : row.disabled ? 'disabled' : 'active'}`)}
                        </StatusBadge>
                      ),
                    },
                    { key: 'comment', label: t('lan:field.comment'), render: (row) => <Value of={row.comment} /> },
                  ]}
                  actions={(row) =>
                    row.dynamic ? (
                      <span className={classes.quiet}>{t('lan:dynamic')}</span>
                    ) : (
                      <>
                        {of.may(control.setServer) ? (
                          <LinkButton
                            variant="subtle"
                            color="gray"
                            size="compact-sm"
                            to={devicePaths.dhcpUpdate(siteId, row.id)}
                            search={search}
                            aria-label={t('lan:changeOf', { name: row.name })}
                            leftSection={<IconPencil size={16} aria-hidden="true" />}
                          >
                            {t('lan:change')}
                          </LinkButton>
                        ) : null}
                        {of.may(control.removeServer) ? (
                          <Tooltip label={t('lan:remove')}>
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              size={32}
                              aria-label={t('lan:removeOf', { name: row.name })}
                              onClick={() => askRemove(row)}
                            >
                              <IconTrash size={16} />
                            </ActionIcon>
                          </Tooltip>
                        ) : null}
                      </>
                    )
                  }
                />
              )}
            </Card>
            {question.dialog}
          </div>
        )
      }
    </DevicePage>
  )
}
