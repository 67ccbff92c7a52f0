import { Button } from '@mantine/core'
import type { Subject } from '@trunkline/contract/abilities'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { UsedByKind } from '@trunkline/contract/resources/subnet-enums'
import type { ListedAddress } from '@trunkline/contract/resources/subnet-shapes'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useListEmbedding } from '../../list/embedding.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths, recordPath } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { StateBadge, UsedBy } from './badges.tsx'
import { versionOfNet } from './ip-version.ts'

const AllocateDialog = lazy(() => loadChunk(() => import('./allocate-dialog.tsx')))

const subjects: Record<UsedByKind, Subject> = {
  service: 'services',
  'vpn-dialup': 'vpn-dialups',
  site: 'sites',
  hardware: 'hardware',
  nas: 'nas',
}

/** The allocated addresses of all subnets, on the page of a company: those of the company and of companies below it. */
export default function AddressList() {
  const { t } = useTranslation()
  const can = useCan()
  const company = useListEmbedding()?.into
  const [isAllocating, setIsAllocating] = useState(false)
  const none = <NotSet label={t('ui:notSet')} />

  const userOf = (row: ListedAddress) => {
    if (row.used_by_kind === null || row.used_by_id === null) return none
    const subject = subjects[row.used_by_kind]
    const to = can({ action: 'view', subject }) ? recordPath(subject, row.used_by_id) : undefined
    const user = <UsedBy of={{ kind: row.used_by_kind, id: row.used_by_id, label: row.used_by_label ?? '' }} />
    return to ? (
      <TextLink to={to} inherit className={layout.cellLink}>
        {user}
      </TextLink>
    ) : (
      user
    )
  }

  return (
    <>
      <ListScreen<ListedAddress>
        endpoint={subnets.addresses}
        name="addresses"
        namespace="ipam"
        title={t('ipam:addresses.title')}
        columns={recordColumns<ListedAddress>(t, 'ipam', [
          { field: 'ip', width: 190, card: 'title' },
          {
            field: 'state',
            width: 120,
            card: 'status',
            render: (row) => <StateBadge state={row.state} />,
          },
          { field: 'used_by_label', width: 220, card: 'fact', sort: false, render: userOf },
          {
            field: 'subnet_net',
            header: t('ipam:addresses.subnet'),
            width: 170,
            card: 'fact',
            sort: false,
            render: (row) =>
              row.subnet_id !== null && row.subnet_net !== null ? (
                <TextLink
                  to={paths.ipam.detail(versionOfNet(row.subnet_net), row.subnet_id)}
                  inherit
                  className={layout.cellLink}
                >
                  {row.subnet_net}
                </TextLink>
              ) : (
                none
              ),
          },
          { field: 'company_name', width: 160, card: 'fact' },
          { field: 'dns_name', width: 170, sort: false },
          { field: 'note', width: 160, sort: false },
          { field: 'mac', width: 160, sort: false, hidden: true },
          {
            field: 'last_seen_at',
            width: 140,
            sort: false,
            hidden: true,
            render: (row) => (row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : none),
          },
          { field: 'created_at', width: 190, hidden: true },
        ])}
        rowLink={(row) => (row.subnet_id === null ? undefined : paths.ipam.detail(versionOfNet(row.ip), row.subnet_id))}
        rowName={(row) => row.ip}
        addButton={
          can(subnets.storeAddress) ? (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsAllocating(true)}>
              {t('ipam:address.allocate')}
            </Button>
          ) : undefined
        }
        withoutFilter={['id', 'company_id', 'subnet_id', 'used_by_id']}
        valueLabel={(field, value) =>
          field === 'used_by_kind' ? t(`ipam:value.used_by.${value}`) : t(`ipam:value.${field}.${value}`)
        }
        empty={{
          title: t('ipam:addresses.empty.title'),
          text: t('ipam:addresses.empty.text'),
          icon: <IconWorld size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {isAllocating ? <AllocateDialog company={company} onClose={() => setIsAllocating(false)} /> : null}
      </Suspense>
    </>
  )
}
