import { firewall, type NatRule } from '@trunkline/contract/resources/firewall'
import { IconArrowsShuffle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import lan from '../lan/lan.module.css'
import { ReadRows } from '../lan/reading-page.tsx'
import { RowTable } from '../lan/row-table.tsx'
import type { MenuCardProps } from '../lan/use-device-reading.ts'
import { RowState } from '../lan/value.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { RuleActions } from './rule-actions.tsx'
import { RuleCounters, RuleOrigin, RuleText } from './rule-cells.tsx'
import { forwardText, groupRules, type RuleGroup } from './rules.ts'
import { useRuleCommands } from './use-rule-commands.ts'

/** NAT rules of a router in their order: port forwards as a sentence, other rules in the syntax of RouterOS. */
export function NatCard({ of: { hardwareId, may }, rows: rules, unread }: MenuCardProps<NatRule>) {
  const { t } = useTranslation()
  const groups = rules && groupRules(rules)
  const commands = useRuleCommands(hardwareId, groups ?? [])
  const { last } = commands
  const editPage = (id: string) => ({ to: firewallPaths.rule(hardwareId, id) })
  const ruleCell = ({ first, id }: RuleGroup) => {
    if (first.forward === null) return <RuleText of={first} />
    const text = forwardText(first.forward, t)
    if (!may(firewall.setForward) || first.dynamic) return text
    return (
      <TextLink {...editPage(id)} inherit>
        {text}
      </TextLink>
    )
  }

  return (
    <Card title={t('firewall:nat.title')}>
      <p className={lan.note}>{t('firewall:nat.text')}</p>
      <CommandEnd of={last.command} onClose={last.clear} />
      <ReadRows
        rows={groups}
        unread={unread}
        empty={
          <EmptyState
            icon={<IconArrowsShuffle size={20} />}
            title={t('firewall:nat.empty')}
            text={t('firewall:nat.emptyText')}
          />
        }
      >
        {(rows) => (
          <RowTable<RuleGroup>
            label={t('firewall:nat.title')}
            feature="firewall"
            rows={rows}
            idOf={({ id }) => id}
            columns={[
              {
                key: 'rule',
                render: (group) => (
                  <span className={classes.rule}>
                    {ruleCell(group)}
                    {group.first.comment ? <span className={layout.hint}>{group.first.comment}</span> : null}
                  </span>
                ),
              },
              {
                key: 'position',
                align: 'end',
                render: ({ rules: own }) => own.map(({ position }) => position).join(', '),
              },
              { key: 'origin', render: ({ first }) => <RuleOrigin of={first} /> },
              { key: 'state', render: ({ first }) => <RowState of={first} /> },
              { key: 'counters', align: 'end', render: ({ rules: own }) => <RuleCounters of={own} /> },
            ]}
            actions={(group) => <RuleActions of={group} commands={commands} may={may} editPage={editPage(group.id)} />}
          />
        )}
      </ReadRows>
      {commands.dialog}
    </Card>
  )
}
