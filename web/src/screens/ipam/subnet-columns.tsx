import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ListColumn } from '../../list/list-types.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { CategoryBadge, StateBadge, UsedBy } from './badges.tsx'
import { FigureHeads, FigureRow } from './figures.tsx'
import classes from './tree.module.css'

/** The columns of subnets, in a tree as in a flat list. `flat` says beside each where it is. */
export function useSubnetColumns({ version, flat }: { version: IpVersion; flat: boolean }): ListColumn<SubnetNode>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const none = <NotSet label={t('ui:notSet')} />
    return [
      {
        field: 'net',
        header: t('ipam:field.net'),
        width: 270,
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
      { field: 'name', header: t('ipam:field.name'), width: 160, card: 'fact' },
      {
        field: 'figures',
        header: t('ipam:field.figures'),
        head: <FigureHeads version={version} />,
        width: version === 'ipv4' ? 240 : 320,
        sort: false,
        render: (row) => <FigureRow of={row} />,
      },
      {
        field: 'state',
        header: t('ipam:field.state'),
        width: 112,
        card: 'status',
        render: (row) => <StateBadge state={row.state} />,
      },
      {
        field: 'category_name',
        header: t('ipam:field.category_name'),
        width: 130,
        render: (row) =>
          row.category_name ? <CategoryBadge name={row.category_name} colour={row.category_colour} /> : none,
      },
      {
        field: 'company_name',
        header: t('ipam:field.company_name'),
        width: 150,
        card: 'fact',
        render: (row) => row.company_name || t('ipam:above'),
      },
      {
        field: 'type',
        header: t('ipam:field.type'),
        width: 100,
        render: (row) => t(`ipam:value.type.${row.type}`),
      },
      {
        field: 'usage_type',
        header: t('ipam:field.usage_type'),
        width: 130,
        render: (row) => (row.usage_type ? t(`ipam:value.usage_type.${row.usage_type}`) : none),
      },
      { field: 'vlan', header: t('ipam:field.vlan'), width: 84, align: 'end', render: (row) => row.vlan ?? none },
      {
        field: 'used_by',
        header: t('ipam:field.used_by'),
        width: 170,
        hidden: true,
        sort: false,
        render: (row) => (row.used_by ? <UsedBy of={row.used_by} /> : none),
      },
      { field: 'space_name', header: t('ipam:field.space_name'), width: 130, hidden: true },
      { field: 'description', header: t('ipam:field.description'), width: 220, hidden: true },
      { field: 'updated_at', header: t('ipam:field.updated_at'), width: 190, hidden: true },
      { field: 'created_at', header: t('ipam:field.created_at'), width: 190, hidden: true },
    ]
  }, [t, version, flat])
}
