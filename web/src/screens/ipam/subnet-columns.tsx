import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ListColumn } from '../../list/list-types.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { CategoryBadge, StateBadge, UsedBy } from './badges.tsx'
import classes from './tree.module.css'
import { UtilisationHeads, UtilisationRow } from './utilisation.tsx'

/** The columns of subnets, in a tree and in a flat list. `flat` adds the parent to each prefix. */
export function useSubnetColumns({ version, flat }: { version: IpVersion; flat: boolean }): ListColumn<SubnetNode>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const none = <NotSet label={t('ui:notSet')} />
    return recordColumns<SubnetNode>(t, 'ipam', [
      {
        field: 'net',
        width: 235,
        card: 'title',
        render: (row) => (
          <>
            <span className={classes.net}>{row.net}</span>
            {flat ? (
              <span className={classes.inside}>
                {row.parent_net ? t('ipam:tree.inside', { net: row.parent_net }) : t('ipam:tree.root')}
              </span>
            ) : null}
          </>
        ),
      },
      { field: 'name', width: 160, card: 'fact' },
      {
        field: 'figures',
        head: <UtilisationHeads version={version} />,
        width: version === 'ipv4' ? 240 : 320,
        sort: false,
        render: (row) => <UtilisationRow of={row} />,
      },
      { field: 'state', width: 130, card: 'status', render: (row) => <StateBadge state={row.state} /> },
      {
        field: 'category_name',
        width: 150,
        render: (row) =>
          row.category_name ? <CategoryBadge name={row.category_name} colour={row.category_colour} /> : none,
      },
      { field: 'company_name', width: 150, card: 'fact', render: (row) => row.company_name || t('ipam:hiddenOwner') },
      { field: 'type', width: 100 },
      { field: 'usage_type', width: 130 },
      { field: 'vlan', width: 84, align: 'end', render: (row) => row.vlan ?? none },
      {
        field: 'used_by',
        width: 170,
        hidden: true,
        sort: false,
        render: (row) => (row.used_by ? <UsedBy of={row.used_by} /> : none),
      },
      { field: 'space_name', width: 130, hidden: true },
      { field: 'description', width: 220, hidden: true },
    ])
  }, [t, version, flat])
}
