import type { FilterRule } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RowTable } from '../lan/row-table.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { Counted, RouterWords, RuleState } from './rule-cells.tsx'

const listsOf = (rule: FilterRule): string[] =>
  [rule.src_address_list, rule.dst_address_list, rule.more['address-list'] ?? null].flatMap((name) =>
    name === null ? [] : [name.replace(/^!/, '')],
  )

/** Filter rules of a router in their order, to look at: they are the owner's. */
export function FiltersCard({
  siteId,
  hardwareId,
  rules,
  unread,
}: {
  siteId: number
  hardwareId: number
  rules: readonly FilterRule[] | undefined
  unread: boolean
}) {
  const { t } = useTranslation()
  return (
    <Card title={t('firewall:filter.title')}>
      <p className={classes.note}>{t('firewall:filter.text')}</p>
      {!rules ? (
        unread ? (
          <EmptyState title={t('lan:neverRead')} />
        ) : (
          <TableSkeleton rows={4} columns={5} rowHeight={44} />
        )
      ) : rules.length === 0 ? (
        <EmptyState title={t('firewall:filter.empty')} text={t('firewall:filter.emptyText')} />
      ) : (
        <RowTable<FilterRule>
          label={t('firewall:filter.title')}
          rows={rules}
          idOf={(rule) => rule.id}
          columns={[
            {
              key: 'rule',
              label: t('firewall:field.rule'),
              render: (rule) => (
                <span className={classes.rule}>
                  <RouterWords of={rule} />
                  {rule.comment ? <span className={classes.quiet}>{rule.comment}</span> : null}
                </span>
              ),
            },
            {
              key: 'position',
              label: t('firewall:field.position'),
              align: 'end',
              render: (rule) => rule.position,
            },
            { key: 'state', label: t('lan:field.state'), render: (rule) => <RuleState of={rule} /> },
            {
              key: 'lists',
              label: t('firewall:field.lists'),
              render: (rule) =>
                listsOf(rule).map((name) => (
                  <TextLink
                    key={name}
                    to={firewallPaths.list(siteId, name)}
                    search={{ hardware: String(hardwareId) }}
                    inherit
                  >
                    {name}
                  </TextLink>
                )),
            },
            {
              key: 'hits',
              label: t('firewall:field.hits'),
              align: 'end',
              render: (rule) => <Counted of={[rule]} />,
            },
          ]}
        />
      )}
    </Card>
  )
}
