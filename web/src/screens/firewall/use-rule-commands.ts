import { firewall } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useQuestion, type Question } from '../../ui/question.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { latestCommand } from '../lan/rows-card.tsx'
import { neighbourOf, ruleTitle, type RuleGroup } from './rules.ts'

export type RuleCommands = ReturnType<typeof useRuleCommands>

/** Moves, enables, disables and removes NAT rules of a router, each after a confirmation. */
export function useRuleCommands(hardwareId: number, groups: readonly RuleGroup[]) {
  const { t } = useTranslation()
  const question = useQuestion()
  const set = useDeviceCommand(firewall.setForward, { hardwareId })
  const move = useDeviceCommand(firewall.moveNat, { hardwareId })
  const remove = useDeviceCommand(firewall.removeForward, { hardwareId })
  const params = { id: hardwareId }
  const confirm = (of: Omit<Question, 'done'>) => question.confirm({ ...of, done: t('lan:sent') })
  /** What the rule is placed before when it moves by one; undefined if it can't be moved. */
  const targetOf = ({ id }: RuleGroup, by: -1 | 1) => neighbourOf(groups, id, by)
  return {
    last: latestCommand([set, move, remove]),
    targetOf,
    confirmMove: (group: RuleGroup, by: -1 | 1) => {
      const before = targetOf(group, by)
      if (before === undefined) return
      const { first, id } = group
      confirm({
        title: t(by === -1 ? 'firewall:move.upOf' : 'firewall:move.downOf', { name: ruleTitle(first, t) }),
        text: `${t('firewall:move.text')} ${t('lan:guard.rollback')}`,
        confirmLabel: t('firewall:move.confirm'),
        run: () => move.enqueue({ params, body: { id, before, seen: { position: first.position } } }),
      })
    },
    confirmSwitch: ({ first, id }: RuleGroup, { title, confirmLabel }: { title: string; confirmLabel: string }) =>
      confirm({
        title,
        text: first.is_ours ? t('firewall:switch.panel') : `${t('firewall:switch.owner')} ${t('lan:guard.rollback')}`,
        confirmLabel,
        run: () => set.enqueue({ params, body: { id, disabled: !first.disabled, seen: { disabled: first.disabled } } }),
      }),
    confirmRemoval: ({ first, id }: RuleGroup) =>
      confirm({
        title: t('firewall:remove.title', { name: ruleTitle(first, t) }),
        text: t('firewall:remove.text'),
        confirmLabel: t('lan:remove'),
        tone: 'danger',
        run: () => remove.enqueue({ params, query: { id, seen: JSON.stringify(first) } }),
      }),
    dialog: question.dialog,
  }
}
