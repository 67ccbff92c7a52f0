import { firewall, type NatRule } from '@trunkline/contract/resources/firewall'
import { IconArrowDown, IconArrowUp, IconArrowsShuffle, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion, type Question } from '../../ui/question.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import lan from '../lan/lan.module.css'
import { ReadRows } from '../lan/reading-page.tsx'
import { EditLink, RemoveButton, RowButton } from '../lan/row-buttons.tsx'
import { RowTable } from '../lan/row-table.tsx'
import { latestCommand } from '../lan/rows-card.tsx'
import type { MenuCardProps } from '../lan/use-device-reading.ts'
import { RowState } from '../lan/value.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { RuleCounters, RuleOrigin, RuleText } from './rule-cells.tsx'
import { forwardText, groupRules, neighbourOf, ruleTitle, type RuleGroup } from './rules.ts'

/** NAT rules of a router in their order: port forwards as a sentence, other rules in the syntax of RouterOS. */
export function NatCard({ of: { siteId, hardwareId, may }, rows: rules, unread }: MenuCardProps<NatRule>) {
  const { t } = useTranslation()
  const question = useQuestion()
  const set = useDeviceCommand(firewall.setForward, { hardwareId })
  const move = useDeviceCommand(firewall.moveNat, { hardwareId })
  const remove = useDeviceCommand(firewall.removeForward, { hardwareId })
  const last = latestCommand([set, move, remove])
  const groups = rules && groupRules(rules)
  const params = { id: hardwareId }
  const editPage = (id: string) => ({ to: firewallPaths.rule(siteId, id), search: { hardware: String(hardwareId) } })
  const confirm = (of: Omit<Question, 'done'>) => question.ask({ ...of, done: t('lan:sent') })

  const confirmMove = ({ first, id }: RuleGroup, by: -1 | 1) => {
    const before = neighbourOf(groups ?? [], id, by)
    if (before === undefined) return
    confirm({
      title: t(by === -1 ? 'firewall:move.upOf' : 'firewall:move.downOf', { name: ruleTitle(first, t) }),
      text: `${t('firewall:move.text')} ${t('lan:guard.rollback')}`,
      confirmLabel: t('firewall:move.confirm'),
      run: () => move.ask({ params, body: { id, before, seen: { position: first.position } } }),
    })
  }
  const moveButtons = (group: RuleGroup) => {
    const name = ruleTitle(group.first, t)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      confirmMove(group, event.key === 'ArrowUp' ? -1 : 1)
    }
    return ([-1, 1] as const).map((by) => {
      const direction = by === -1 ? 'up' : 'down'
      const label = t(`firewall:move.${direction}`)
      return (
        <RowButton
          key={by}
          icon={by === -1 ? IconArrowUp : IconArrowDown}
          label={label}
          name={t(`firewall:move.${direction}Of`, { name })}
          why={neighbourOf(groups ?? [], group.id, by) === undefined ? t('firewall:move.fixed') : undefined}
          onKeyDown={onKeyDown}
          onClick={() => confirmMove(group, by)}
        />
      )
    })
  }
  const switchButton = ({ first, id }: RuleGroup) => {
    const action = first.disabled ? 'enable' : 'disable'
    const label = t(`firewall:${action}.action`)
    const title = t(`firewall:${action}.title`, { name: ruleTitle(first, t) })
    return (
      <RowButton
        icon={first.disabled ? IconPlayerPlay : IconPlayerPause}
        label={label}
        name={title}
        onClick={() =>
          confirm({
            title,
            text: first.is_ours
              ? t('firewall:switch.panel')
              : `${t('firewall:switch.owner')} ${t('lan:guard.rollback')}`,
            confirmLabel: label,
            run: () => set.ask({ params, body: { id, disabled: !first.disabled, seen: { disabled: first.disabled } } }),
          })
        }
      />
    )
  }
  const confirmRemoval = ({ first, id }: RuleGroup) =>
    confirm({
      title: t('firewall:remove.title', { name: ruleTitle(first, t) }),
      text: t('firewall:remove.text'),
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => remove.ask({ params, query: { id, seen: JSON.stringify(first) } }),
    })

  const actions = (group: RuleGroup) => {
    const { first, id } = group
    const name = ruleTitle(first, t)
    if (first.dynamic) return <span className={layout.hint}>{t('lan:dynamic')}</span>
    return (
      <>
        {may(firewall.moveNat) ? moveButtons(group) : null}
        {may(firewall.setForward) ? (
          <>
            {switchButton(group)}
            <EditLink name={name} {...editPage(id)} />
          </>
        ) : null}
        {first.is_ours && may(firewall.removeForward) ? (
          <RemoveButton name={name} onClick={() => confirmRemoval(group)} />
        ) : null}
      </>
    )
  }
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
            actions={actions}
          />
        )}
      </ReadRows>
      {question.dialog}
    </Card>
  )
}
