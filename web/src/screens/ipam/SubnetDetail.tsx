import { IconEdit, IconPlus } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen, type DetailTab } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { AddressTab } from './address-tab.tsx'
import { CategoryBadge, StateBadge } from './badges.tsx'
import { FigureCards } from './figures.tsx'
import { FreeMap } from './free-map.tsx'
import { HistoryTab } from './history-tab.tsx'
import { InsideTab } from './inside-tab.tsx'
import { FreeUnits, Warnings } from './subnet-cards.tsx'
import { useSubnetFacts } from './subnet-facts.tsx'
import { useMayOn } from './subnet-rules.ts'
import { useSubnetActions } from './use-subnet-actions.tsx'
import { useIpVersion } from './use-version.ts'

/** One subnet: where it is, how full it is, what it is, what is in it, and who held it. */
export default function SubnetDetail() {
  const { t } = useTranslation()
  const can = useCan()
  const mayOn = useMayOn()
  const navigate = useNavigate()
  const version = useIpVersion()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(subnets.show, { params: { id } })
  const { actionsOf, dialog } = useSubnetActions({ page: true })

  const subnet = shown.data?.data
  const facts = useSubnetFacts(subnet)
  // A link from outside may not know which version the subnet is of.
  const right = subnet?.ip_version ?? version
  useEffect(() => {
    if (right !== version)
      void navigate({
        to: paths.ipam.detail(right, id) as never,
        search: ((before: Record<string, unknown>) => before) as never,
        replace: true,
      })
  }, [right, version, id, navigate])

  const actions = subnet ? actionsOf(subnet) : []
  const edit = actions.find((action) => action.key === 'edit' && !action.disabledReason)
  const mayAdd = subnet && !subnet.hosts && !subnet.deleted_at && mayOn(subnets.store, subnet)
  const list = can(subnets.index) ? [{ label: t(`panel:title.${right}`), to: paths.ipam.list(right) }] : []
  const above = subnet ? subnet.path.filter((step) => step.id !== subnet.id) : []

  return (
    <>
      <DetailScreen
        title={subnet?.net ?? t('panel:title.subnet')}
        subtitle={subnet?.name}
        status={
          subnet ? (
            <>
              <CopyButton value={subnet.net} what={subnet.net} /> <StateBadge state={subnet.state} />{' '}
              {subnet.category_name ? (
                <CategoryBadge name={subnet.category_name} colour={subnet.category_colour} />
              ) : null}
            </>
          ) : null
        }
        crumbs={
          subnet
            ? [
                ...list,
                ...above.map((step) => ({ label: step.net, to: paths.ipam.detail(right, step.id) })),
                { label: subnet.net },
              ]
            : list
        }
        actions={
          subnet ? (
            <>
              {mayAdd ? (
                <LinkButton
                  to={paths.ipam.create(right)}
                  search={{ parent: String(subnet.id), from: 'detail' }}
                  leftSection={<IconPlus size={16} aria-hidden="true" />}
                >
                  {t('ipam:detail.allocate')}
                </LinkButton>
              ) : null}
              {edit?.to ? (
                <LinkButton to={edit.to} variant="default" leftSection={<IconEdit size={16} aria-hidden="true" />}>
                  {edit.label}
                </LinkButton>
              ) : null}
              <ActionMenu
                label={t('ipam:action.more')}
                actions={actions.filter((action) => action !== edit && !(mayAdd && action.key === 'add'))}
              />
            </>
          ) : null
        }
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={
          subnet ? (
            <>
              <Warnings of={subnet} />
              <FigureCards of={subnet} full={subnet.mark_full} />
            </>
          ) : null
        }
        facts={facts}
        factsTitle={t('ipam:detail.facts')}
        below={subnet && !subnet.deleted_at ? <FreeUnits of={subnet} mayAdd={mayAdd ?? false} /> : null}
        tabs={subnet ? tabsOf(subnet, t) : []}
        activity={{ subject: 'subnets', objectId: id, namespace: 'ipam' }}
      />
      {dialog}
    </>
  )
}

/** What is in it, for as long as it has its space; and who held it. */
const tabsOf = (subnet: Subnet, t: (key: string) => string): DetailTab[] => [
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
              content: () => <InsideTab key={subnet.id} subnet={subnet} />,
            },
        { key: 'map', label: t('ipam:detail.tabMap'), content: () => <FreeMap key={subnet.id} subnet={subnet} /> },
      ]),
  {
    key: 'history',
    label: t('ipam:detail.tabHistory'),
    content: () => <HistoryTab key={subnet.id} net={subnet.net} />,
  },
]
