import { ActionIcon, Tooltip } from '@mantine/core'
import { firewall, type NatRule } from '@trunkline/contract/resources/firewall'
import type { Endpoint } from '@trunkline/contract/endpoint'
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsShuffle,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { RowTable } from '../lan/row-table.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { Counted, MadeBy, RouterWords, RuleState } from './rule-cells.tsx'
import { forwardText, groupRules, neighbourOf, ruleTitle, type RuleGroup } from './rules.ts'

/** NAT rules of a router in their order: port forwards in plain words, the others in the router's. */
export function NatCard({
  siteId,
  hardwareId,
  rules,
  unread,
  may,
}: {
  siteId: number
  hardwareId: number
  /** Undefined until something was read. */
  rules: readonly NatRule[] | undefined
  /** The router did not answer, and never has. */
  unread: boolean
  may: (endpoint: Endpoint) => boolean
}) {
  const { t } = useTranslation()
  const question = useQuestion()
  const set = useDeviceCommand(firewall.setForward, { hardwareId })
  const move = useDeviceCommand(firewall.moveNat, { hardwareId })
  const remove = useDeviceCommand(firewall.removeForward, { hardwareId })
  const calls = [set, move, remove] as const
  const last = calls.reduce<(typeof calls)[number]>(
    (one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one),
    set,
  )
  const groups = groupRules(rules ?? [])
  const search = { hardware: String(hardwareId) }
  const params = { id: hardwareId }

  const askMove = ({ first, id }: RuleGroup, by: -1 | 1) => {
    const before = neighbourOf(groups, id, by)
    if (before === undefined) return
    question.ask({
      title: t(by === -1 ? 'firewall:move.upOf' : 'firewall:move.downOf', { name: ruleTitle(first, t) }),
      text: t('firewall:move.text'),
      confirmLabel: t('firewall:move.confirm'),
      run: () => move.ask({ params, body: { id, before, seen: { position: first.position } } }),
      done: t('lan:asked'),
    })
  }
  const askSwitch = ({ first, id }: RuleGroup) =>
    question.ask({
      title: t(first.disabled ? 'firewall:switch.onOf' : 'firewall:switch.offOf', { name: ruleTitle(first, t) }),
      text: t(first.is_ours ? 'firewall:switch.ours' : 'firewall:switch.owners'),
      confirmLabel: t(first.disabled ? 'firewall:switch.on' : 'firewall:switch.off'),
      run: () => set.ask({ params, body: { id, disabled: !first.disabled, seen: { disabled: first.disabled } } }),
      done: t('lan:asked'),
    })
  const askRemove = ({ first, id }: RuleGroup) =>
    question.ask({
      title: t('firewall:remove.title', { name: ruleTitle(first, t) }),
      text: t('firewall:remove.text'),
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => remove.ask({ params, query: { id, seen: JSON.stringify(first) } }),
      done: t('lan:asked'),
    })

  const moves = (group: RuleGroup) => {
    const name = ruleTitle(group.first, t)
    const byKey = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      askMove(group, event.key === 'ArrowUp' ? -1 : 1)
    }
    return ([-1, 1] as const).map((by) => {
      const can = neighbourOf(groups, group.id, by) !== undefined
      return (
        <Tooltip key={by} label={t(by === -1 ? 'firewall:move.up' : 'firewall:move.down')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t(by === -1 ? 'firewall:move.upOf' : 'firewall:move.downOf', { name })}
            aria-disabled={!can}
            data-disabled={can ? undefined : true}
            onKeyDown={byKey}
            onClick={() => askMove(group, by)}
          >
            {by === -1 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
          </ActionIcon>
        </Tooltip>
      )
    })
  }

  const actions = (group: RuleGroup) => {
    const { first, id } = group
    const name = ruleTitle(first, t)
    if (first.dynamic) return <span className={classes.quiet}>{t('lan:dynamic')}</span>
    return (
      <span className={classes.actions}>
        {may(firewall.moveNat) ? moves(group) : null}
        {may(firewall.setForward) ? (
          <>
            <Tooltip label={t(first.disabled ? 'firewall:switch.on' : 'firewall:switch.off')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t(first.disabled ? 'firewall:switch.onOf' : 'firewall:switch.offOf', { name })}
                onClick={() => askSwitch(group)}
              >
                {first.disabled ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              </ActionIcon>
            </Tooltip>
            <LinkButton
              variant="subtle"
              color="gray"
              size="compact-sm"
              to={firewallPaths.rule(siteId, id)}
              search={search}
              aria-label={t('lan:changeOf', { name })}
              leftSection={<IconPencil size={16} aria-hidden="true" />}
            >
              {t('lan:change')}
            </LinkButton>
          </>
        ) : null}
        {first.is_ours && may(firewall.removeForward) ? (
          <Tooltip label={t('lan:remove')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('lan:removeOf', { name })}
              onClick={() => askRemove(group)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </span>
    )
  }

  return (
    <Card title={t('firewall:nat.title')}>
      <p className={classes.note}>{t('firewall:nat.text')}</p>
      {last.command ? <CommandEnd of={last.command} onClose={last.clear} /> : null}
      {!rules ? (
        unread ? (
          <EmptyState title={t('lan:neverRead')} />
        ) : (
          <TableSkeleton rows={4} columns={5} rowHeight={44} />
        )
      ) : rules.length === 0 ? (
        <EmptyState
          icon={<IconArrowsShuffle size={20} />}
          title={t('firewall:nat.empty')}
          text={t('firewall:nat.emptyText')}
        />
      ) : (
        <RowTable<RuleGroup>
          label={t('firewall:nat.title')}
          rows={groups}
          idOf={(group) => group.id}
          columns={[
            {
              key: 'rule',
              label: t('firewall:field.rule'),
              render: ({ first, id }) => (
                <span className={classes.rule}>
                  {first.forward === null ? (
                    <RouterWords of={first} />
                  ) : may(firewall.setForward) && !first.dynamic ? (
                    <TextLink to={firewallPaths.rule(siteId, id)} search={search} inherit>
                      {forwardText(first.forward, t)}
                    </TextLink>
                  ) : (
                    forwardText(first.forward, t)
                  )}
                  {first.comment ? <span className={classes.quiet}>{first.comment}</span> : null}
                </span>
              ),
            },
            {
              key: 'position',
              label: t('firewall:field.position'),
              align: 'end',
              render: ({ rules: own }) => own.map(({ position }) => position).join(', '),
            },
            { key: 'by', label: t('firewall:field.by'), render: ({ first }) => <MadeBy of={first} /> },
            { key: 'state', label: t('lan:field.state'), render: ({ first }) => <RuleState of={first} /> },
            {
              key: 'hits',
              label: t('firewall:field.hits'),
              align: 'end',
              render: ({ rules: own }) => <Counted of={own} />,
            },
          ]}
          actions={actions}
        />
      )}
      {question.dialog}
    </Card>
  )
}
