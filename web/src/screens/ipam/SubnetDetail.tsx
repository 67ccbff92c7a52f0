import { IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen, type DetailTab } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { actionIcon, RecordButtons } from '../../record/use-record-actions.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { Readings } from '../readings/lazy-readings.tsx'
import { AddressTab } from './address-tab.tsx'
import { CategoryBadge, StateBadge } from './badges.tsx'
import { ChildrenTab } from './children-tab.tsx'
import { FreeBlocks, Warnings } from './free-blocks.tsx'
import { HistoryTab } from './history-tab.tsx'
import { useIpVersion } from './ip-version.ts'
import { SpaceMap } from './space-map.tsx'
import { useSubnetFacts } from './subnet-facts.tsx'
import { isShared, useMayOn } from './subnet-permissions.ts'
import { useSubnetActions } from './use-subnet-actions.tsx'
import { UtilisationCards } from './utilisation.tsx'

/** One subnet: utilisation, properties, contents, map and history. */
export default function SubnetDetail() {
  const { t } = useTranslation()
  const can = useCan()
  const mayOn = useMayOn()
  const go = useGo()
  const pathVersion = useIpVersion()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(subnets.show, { params: { id } })
  const { actionsOf, dialog } = useSubnetActions({ page: true })

  const subnet = shown.data?.data
  const own = useSession()?.user.company
  const facts = useSubnetFacts(subnet)
  // A link from another module may not know the IP version of the subnet.
  const version = subnet?.ip_version ?? pathVersion
  useEffect(() => {
    if (version !== pathVersion) void go(paths.ipam.detail(version, id), { search: (before) => before, replace: true })
  }, [version, pathVersion, id, go])

  const mayAdd = subnet !== undefined && !subnet.hosts && !subnet.deleted_at && mayOn(subnets.store, subnet)
  const crumbs = [
    ...(can(subnets.index) ? [{ label: t(`ipam:titles.${version}`), to: paths.ipam.list(version) }] : []),
    ...(subnet?.path ?? [])
      .filter((step) => step.id !== id)
      .map((step) => ({ label: step.net, to: paths.ipam.detail(version, step.id) })),
    ...(subnet ? [{ label: subnet.net }] : []),
  ]

  return (
    <>
      <DetailScreen
        title={subnet?.net ?? t('panel:title.subnet')}
        subtitle={subnet?.name}
        crumbs={crumbs}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={facts}
        factsTitle={t('ipam:detail.facts')}
        labels={subnet && { kind: 'subnet', record: subnet }}
        activity={{ subject: 'subnets', objectId: id, namespace: 'ipam' }}
        {...(subnet && {
          status: (
            <>
              <CopyButton value={subnet.net} what={subnet.net} /> <StateBadge state={subnet.state} />{' '}
              {subnet.category_name ? (
                <CategoryBadge name={subnet.category_name} colour={subnet.category_colour} />
              ) : null}
            </>
          ),
          actions: (
            <>
              {mayAdd ? (
                <LinkButton
                  to={paths.ipam.create(version)}
                  search={{ parent: String(subnet.id), from: 'detail' }}
                  leftSection={actionIcon(IconPlus)}
                >
                  {t('ipam:action.add')}
                </LinkButton>
              ) : null}
              <RecordButtons
                texts="ipam"
                actions={actionsOf(subnet).filter((action) => !(mayAdd && action.key === 'add'))}
              />
            </>
          ),
          deleted: { at: subnet.deleted_at, actions: actionsOf(subnet) },
          above: (
            <>
              <Warnings of={subnet} />
              <UtilisationCards of={subnet} full={subnet.mark_full} />
            </>
          ),
          below: subnet.deleted_at ? null : <FreeBlocks of={subnet} mayAdd={mayAdd} />,
          // One that a company above shares also counts the addresses of others.
          tabs: tabsOf(subnet, t, own !== undefined && !isShared(subnet, own)),
        })}
      />
      {dialog}
    </>
  )
}

/**
 * Contents and map, except in quarantine, and the history.
 * @param isReadable whether the caller may see the readings of a pool
 */
const tabsOf = (subnet: Subnet, t: (key: string) => string, isReadable: boolean): DetailTab[] => [
  ...(subnet.deleted_at
    ? []
    : [
        subnet.hosts
          ? {
              key: 'addresses',
              label: t('ipam:detail.tabAddresses'),
              count: subnet.address_count,
              content: () => <AddressTab key={subnet.id} subnet={subnet} />,
            }
          : {
              key: 'inside',
              label: t('ipam:detail.tabChildren'),
              count: subnet.child_count,
              content: () => <ChildrenTab key={subnet.id} subnet={subnet} />,
            },
        { key: 'map', label: t('ipam:detail.tabMap'), content: () => <SpaceMap key={subnet.id} subnet={subnet} /> },
        ...(subnet.type === 'pool' && isReadable
          ? [
              {
                key: 'graphs',
                label: t('common:graphs'),
                content: () => (
                  <Readings
                    of={{ kind: 'pool' as const, id: subnet.id }}
                    title={t('common:graphs')}
                    plots={['pool-used', 'pool-free']}
                  />
                ),
              },
            ]
          : []),
      ]),
  {
    key: 'history',
    label: t('ipam:detail.tabHistory'),
    content: () => <HistoryTab key={subnet.id} net={subnet.net} />,
  },
]
