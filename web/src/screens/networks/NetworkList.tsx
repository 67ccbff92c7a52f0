import { siteNetworksControl, type SiteNetwork } from '@trunkline/contract/resources/control-network'
import { IconNetwork } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from '../lan/lan.module.css'
import { ManagementBadge } from '../lan/management.tsx'
import { ReadingPage } from '../lan/reading-page.tsx'
import { AddButton } from '../lan/row-buttons.tsx'
import { RowsCard } from '../lan/rows-card.tsx'
import { useDeviceReading, useReadingInterval } from '../lan/use-device-reading.ts'
import { useDevice } from '../lan/use-device.ts'
import { Value } from '../lan/value.tsx'
import { networkPaths } from './network-paths.ts'

/** Networks of one router: VLAN, address, DHCP and ports of each. */
export default function NetworkList() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId } = of
  const reading = useDeviceReading(of, siteNetworksControl.networks, useReadingInterval(of, 15_000))
  const add =
    of.may(siteNetworksControl.addNetwork) && reading.rows?.model !== 'switch-chip' ? (
      <AddButton label={t('networks:list.add')} to={{ to: networkPaths.add(hardwareId) }} />
    ) : null
  return (
    <ReadingPage of={of} actions={add} reading={reading}>
      {() => (
        <RowsCard<SiteNetwork>
          of={of}
          texts="networks:list"
          text={t('networks:list.text')}
          feature="networks"
          rows={reading.rows?.networks}
          unread={reading.readingError !== undefined}
          empty={
            <EmptyState
              icon={<IconNetwork size={20} />}
              title={t('networks:list.empty')}
              text={t('networks:list.emptyText')}
            />
          }
          nameOf={({ name }) => name}
          set={siteNetworksControl.setNetwork}
          remove={siteNetworksControl.removeNetwork}
          editPage={({ id }) => ({ to: networkPaths.update(hardwareId, id) })}
          locked={({ locked }) => (locked ? t(`networks:locked.${locked}`) : undefined)}
          required={(row) => (row.is_management ? t('networks:list.required') : undefined)}
          columns={[
            {
              key: 'name',
              render: (row) => (
                <span className={classes.named}>
                  {row.name}
                  {row.is_management ? <ManagementBadge /> : null}
                  {row.isolated ? <StatusBadge tone="good">{t('networks:list.isolated')}</StatusBadge> : null}
                  {row.disabled ? <StatusBadge tone="neutral">{t('lan:state.disabled')}</StatusBadge> : null}
                </span>
              ),
            },
            'vlan_id',
            {
              key: 'bridge',
              render: (row) => `${row.bridge ?? row.interface} (${t(`networks:model.${row.model}`)})`,
            },
            'address',
            { key: 'dhcp', label: t('networks:form.dhcp'), render: (row) => <DhcpRange of={row} /> },
            { key: 'leases', align: 'end' },
            {
              key: 'subnet',
              render: (row) =>
                row.subnet_id === null ? (
                  <Value of={null} />
                ) : (
                  <TextLink to={paths.ipam.detail('ipv4', row.subnet_id)}>{row.subnet}</TextLink>
                ),
            },
            {
              key: 'ports',
              render: ({ untagged, tagged }) => (
                <Value of={[...untagged, ...tagged.map((port) => t('networks:list.taggedPort', { port }))]} />
              ),
            },
          ]}
        />
      )}
    </ReadingPage>
  )
}

/** The DHCP range of a network, or why it has none. */
function DhcpRange({ of: { dhcp } }: { of: SiteNetwork }) {
  const { t } = useTranslation()
  const text = (key: string) => <span>{t(`networks:range.${key}`)}</span>
  if (dhcp === null) return text('none')
  if (!dhcp.is_enabled) return text('disabled')
  if (dhcp.several_ranges) return text('several')
  return <Value of={dhcp.start === null ? null : `${dhcp.start} – ${dhcp.end}`} />
}
