import { useSearch } from '@tanstack/react-router'
import { IconBinaryTree, IconUpload } from '@tabler/icons-react'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { tryAddress, tryPrefix } from '@trunkline/contract/net'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useListEmbedding } from '../../list/embedding.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { useTagJobs } from '../../record/use-tag-jobs.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { AddressLookup } from './address-lookup.tsx'
import { useIpVersion } from './ip-version.ts'
import { openKey } from './open-nodes.ts'
import { useSubnetColumns } from './subnet-columns.tsx'
import { useMayOn } from './subnet-permissions.ts'
import { TreeGrid } from './tree-grid.tsx'
import { useSubnetActions } from './use-subnet-actions.tsx'

/**
 * All subnets of one IP version: a tree, or while searched or filtered a flat list in order of address. The version is
 * in the path, unless the list is part of another page.
 */
export default function SubnetTree({ version: given }: { version?: IpVersion } = {}) {
  const inPath = useIpVersion()
  const version = given ?? inPath
  return <VersionTree key={version} version={version} />
}

const flat = { flat: 'true' }

function VersionTree({ version }: { version: IpVersion }) {
  const { t } = useTranslation()
  const can = useCan()
  const mayOn = useMayOn()
  const own = useSession()?.user.company
  // Subnets of one company are rarely topmost: on its page they are a flat list.
  const isFlat = useListEmbedding() !== undefined
  const { search, trashed } = useSearch({ strict: false }) as { search?: string; trashed?: string }
  const columns = useSubnetColumns({ version, flat: isFlat || Boolean(search || trashed) })
  const { actionsOf, dialog } = useSubnetActions()
  const tagJobs = useTagJobs(subnets)

  return (
    <>
      <ListScreen<SubnetNode>
        endpoint={subnets.index}
        name={`subnets-${version}`}
        namespace="ipam"
        title={t(`ipam:titles.${version}`)}
        subtitle={t('ipam:subtitle')}
        columns={columns}
        // Children are loaded when a row is opened.
        fixed={{ ip_version: version, ends: 0, ...(isFlat && flat) }}
        rowLink={(row) => paths.ipam.detail(version, row.id)}
        rowName={(row) => row.net}
        create={{ to: paths.ipam.create(version), can: can(subnets.store), label: t('ipam:add') }}
        actions={
          can(subnets.store) ? (
            <LinkButton to={paths.imports.subnets} variant="default" leftSection={actionIcon(IconUpload)}>
              {t('ipam:import')}
            </LinkButton>
          ) : null
        }
        rowActions={actionsOf}
        bulk={tagJobs}
        // Deleting has a dialog of its own; recovering works as in every list.
        trash={{
          destroy: subnets.destroy,
          recover: subnets.recover,
          may: (row) => row.deleted_at !== null && mayOn(subnets.recover, row),
        }}
        withoutFilter={['id', 'ip_version', 'space_id', 'parent_id', 'category_id', 'company_id']}
        empty={{
          title: t('ipam:empty.title'),
          text: t(own?.type === 'simrush' ? 'ipam:empty.text' : 'ipam:empty.textBelow'),
          icon: <IconBinaryTree size={20} />,
        }}
        {...(!isFlat && {
          tree: {
            searchKeys: [openKey],
            flat,
            draw: ({ rows, before, total, sortable, sorts, onSort, label, ...rest }) => (
              <TreeGrid
                {...rest}
                label={t('ipam:tree.label', { title: label })}
                roots={{ rows, before, total }}
                order={{ sortable, sorts, onSort }}
              />
            ),
          },
        })}
        found={(text) => (tryAddress(text) || tryPrefix(text) ? <AddressLookup text={text} /> : null)}
      />
      {dialog}
    </>
  )
}
