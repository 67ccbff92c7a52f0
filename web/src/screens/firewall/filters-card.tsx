import type { FilterRule } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import lan from '../lan/lan.module.css'
import { ReadRows } from '../lan/reading-page.tsx'
import { RowTable } from '../lan/row-table.tsx'
import type { MenuCardProps } from '../lan/use-device-reading.ts'
import { RowState } from '../lan/value.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { RuleCounters, RuleText } from './rule-cells.tsx'

const listsOf = (rule: FilterRule): string[] =>
  [rule.src_address_list, rule.dst_address_list, rule.more['address-list'] ?? null].flatMap((name) =>
    name === null ? [] : [name.replace(/^!/, '')],
  )

/** Filter rules of a router in their order, read-only: they belong to the owner. */
export function FiltersCard({ of: { hardwareId }, rows: rules, unread }: MenuCardProps<FilterRule>) {
  const { t } = useTranslation()
  return (
    <Card title={t('firewall:filter.title')}>
      <p className={lan.note}>{t('firewall:filter.text')}</p>
      <ReadRows
        rows={rules}
        unread={unread}
        empty={<EmptyState title={t('firewall:filter.empty')} text={t('firewall:filter.emptyText')} />}
      >
        {(rows) => (
          <RowTable<FilterRule>
            label={t('firewall:filter.title')}
            feature="firewall"
            rows={rows}
            idOf={({ id }) => id}
            columns={[
              {
                key: 'rule',
                render: (rule) => (
                  <span className={classes.rule}>
                    <RuleText of={rule} />
                    {rule.comment ? <span className={layout.hint}>{rule.comment}</span> : null}
                  </span>
                ),
              },
              { key: 'position', align: 'end' },
              { key: 'state', render: (rule) => <RowState of={rule} /> },
              {
                key: 'lists',
                render: (rule) =>
                  listsOf(rule).map((name) => (
                    <TextLink key={name} to={firewallPaths.list(hardwareId, name)} inherit>
                      {name}
                    </TextLink>
                  )),
              },
              { key: 'counters', align: 'end', render: (rule) => <RuleCounters of={[rule]} /> },
            ]}
          />
        )}
      </ReadRows>
    </Card>
  )
}
