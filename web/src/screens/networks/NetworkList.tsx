import { ActionIcon, Tooltip } from '@mantine/core'
import { siteNetworksControl, type SiteNetwork } from '@trunkline/contract/resources/control-network'
import { IconNetwork, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { DevicePage } from '../lan/device-page.tsx'
import classes from '../lan/lan.module.css'
import { RowTable, type Column } from '../lan/row-table.tsx'
import { useDevice } from '../lan/use-device.ts'
import { Value } from '../lan/value.tsx'
import { networkPaths } from './network-paths.ts'

/** Networks of one router, each as one thing: VLAN, address, DHCP and ports. */
export default function NetworkList() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId, siteId } = of
  const question = useQuestion()
  const every = useWatch(of.ready ? hardwareId : undefined)
  const reading = useReading(
    siteNetworksControl.networks,
    { params: { id: hardwareId } },
    { enabled: of.ready, every: every && 15_000 },
  )
  const remove = useDeviceCommand(siteNetworksControl.removeNetwork, { hardwareId })
  const [removed, setRemoved] = useState<string>()
  const search = { hardware: String(hardwareId) }
  const rows = reading.rows?.networks
  const add =
    of.may(siteNetworksControl.addNetwork) && reading.rows?.model !== 'switch-chip' ? (
      <LinkButton to={networkPaths.add(siteId)} search={search} leftSection={<IconPlus size={16} aria-hidden="true" />}>
        {t('networks:add')}
      </LinkButton>
    ) : null
  const askRemove = (row: SiteNetwork) =>
    question.ask({
      title: t('networks:remove', { name: row.name }),
      text: t('networks:removeText'),
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => {
        setRemoved(row.id)
        return remove.ask({ params: { id: hardwareId }, query: { id: row.id, seen: JSON.stringify(row) } })
      },
      done: t('lan:asked'),
    })
  const end = remove.command ? <CommandEnd of={remove.command} onClose={remove.clear} /> : null

  const columns: Column<SiteNetwork>[] = [
    {
      key: 'name',
      label: t('networks:field.name'),
      render: (row) => (
        <span className={classes.named}>
          {row.name}
          {row.is_management ? <StatusBadge tone="info">{t('lan:guard.mark')}</StatusBadge> : null}
          {row.isolated ? <StatusBadge tone="good">{t('networks:isolated')}</StatusBadge> : null}
          {row.disabled ? <StatusBadge tone="neutral">{t('lan:state.disabled')}</StatusBadge> : null}
        </span>
      ),
    },
    { key: 'vlan_id', label: t('networks:field.vlan_id'), render: (row) => <Value of={row.vlan_id} /> },
    {
      key: 'bridge',
      label: t('networks:field.bridge'),
      render: (row) => `${row.bridge ?? row.interface} (${t(`networks:model.${row.model}`)})`,
    },
    { key: 'address', label: t('networks:field.address'), render: (row) => <Value of={row.address} /> },
    { key: 'dhcp', label: t('networks:form.dhcp'), render: (row) => <Range of={row} /> },
    { key: 'leases', label: t('networks:field.leases'), align: 'end', render: (row) => row.leases },
    {
      key: 'subnet',
      label: t('networks:field.subnet'),
      render: (row) =>
        row.subnet_id === null ? (
          <Value of={null} />
        ) : (
          <TextLink to={paths.ipam.detail('ipv4', row.subnet_id)}>{row.subnet}</TextLink>
        ),
    },
    {
      key: 'ports',
      label: t('networks:field.ports'),
      render: (row) => (
        <Value
          of={[
            ...row.untagged.map((port) => port),
            ...row.tagged.map((port) => t('networks:taggedPort', { port })),
          ].join(', ')}
        />
      ),
    },
  ]
  const actions = (row: SiteNetwork) => {
    if (row.locked) return <span className={classes.quiet}>{t(`networks:locked.${row.locked}`)}</span>
    const stored = row.is_management ? t('networks:kept') : undefined
    return (
      <>
        {of.may(siteNetworksControl.setNetwork) ? (
          <LinkButton
            to={networkPaths.update(siteId, row.id)}
            search={search}
            variant="subtle"
            color="gray"
            size="compact-md"
            aria-label={t('lan:changeOf', { name: row.name })}
            title={t('lan:change')}
          >
            <IconPencil size={16} aria-hidden="true" />
          </LinkButton>
        ) : null}
        {of.may(siteNetworksControl.removeNetwork) ? (
          <Tooltip label={stored ?? t('lan:remove')} multiline maw={280}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('lan:removeOf', { name: row.name })}
              aria-disabled={stored !== undefined}
              data-disabled={stored === undefined ? undefined : true}
              onClick={() => stored === undefined && askRemove(row)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </>
    )
  }

  return (
    <DevicePage of={of} title={t('networks:title.list')} actions={add}>
      {() =>
        reading.error ? (
          <ErrorNotice error={reading.error} retry={reading.read} />
        ) : (
          <div className={classes.stack}>
            <Freshness
              readAt={reading.readAt}
              readingError={reading.readingError}
              reading={reading.reading}
              onRead={reading.read}
            />
            {rows?.some((row) => row.id === removed) ? null : end}
            <Card title={t('networks:title.list')}>
              <p className={classes.note}>{t('networks:text')}</p>
              {!rows ? (
                reading.readingError ? (
                  <EmptyState title={t('lan:neverRead')} />
                ) : (
                  <TableSkeleton rows={3} columns={6} rowHeight={44} />
                )
              ) : rows.length === 0 ? (
                <EmptyState
                  icon={<IconNetwork size={20} />}
                  title={t('networks:empty')}
                  text={t('networks:emptyText')}
                />
              ) : (
                <RowTable
                  label={t('networks:title.list')}
                  rows={rows}
                  idOf={(row) => row.id}
                  columns={columns}
                  actions={actions}
                  below={(row) => (row.id === removed ? end : null)}
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

/** The range that DHCP gives out, or that it gives none. */
function Range({ of: { dhcp } }: { of: SiteNetwork }) {
  const { t } = useTranslation()
  if (dhcp === null) return <span>{t('networks:noDhcp')}</span>
  if (!dhcp.is_enabled) return <span>{t('networks:dhcpOff')}</span>
  if (dhcp.several_ranges) return <span>{t('networks:severalRanges')}</span>
  return <Value of={dhcp.start === null ? null : `${dhcp.start} – ${dhcp.end}`} />
}
