import { firewall } from '@trunkline/contract/resources/firewall'
import { IconArrowDown, IconArrowUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import type { LinkTarget } from '../../ui/link.tsx'
import { EditLink, RemoveButton, RowButton } from '../lan/row-buttons.tsx'
import type { PageDevice } from '../lan/use-device.ts'
import { ruleTitle, type RuleGroup } from './rules.ts'
import type { RuleCommands } from './use-rule-commands.ts'

interface RuleProps {
  of: RuleGroup
  commands: RuleCommands
}

/** The buttons of a NAT rule: move, enable or disable, edit, remove. */
export function RuleActions({
  of,
  commands,
  may,
  editPage,
}: RuleProps & { may: PageDevice['may']; editPage: LinkTarget }) {
  const { t } = useTranslation()
  const { first } = of
  const name = ruleTitle(first, t)
  if (first.dynamic) return <span className={layout.hint}>{t('lan:dynamic')}</span>
  return (
    <>
      {may(firewall.moveNat) ? <MoveButtons of={of} commands={commands} /> : null}
      {may(firewall.setForward) ? (
        <>
          <SwitchButton of={of} commands={commands} />
          <EditLink name={name} {...editPage} />
        </>
      ) : null}
      {first.is_ours && may(firewall.removeForward) ? (
        <RemoveButton name={name} onClick={() => commands.confirmRemoval(of)} />
      ) : null}
    </>
  )
}

function MoveButtons({ of, commands }: RuleProps) {
  const { t } = useTranslation()
  const name = ruleTitle(of.first, t)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    commands.confirmMove(of, event.key === 'ArrowUp' ? -1 : 1)
  }
  return ([-1, 1] as const).map((by) => {
    const direction = by === -1 ? 'up' : 'down'
    return (
      <RowButton
        key={by}
        icon={by === -1 ? IconArrowUp : IconArrowDown}
        label={t(`firewall:move.${direction}`)}
        name={t(`firewall:move.${direction}Of`, { name })}
        why={commands.targetOf(of, by) === undefined ? t('firewall:move.fixed') : undefined}
        onKeyDown={onKeyDown}
        onClick={() => commands.confirmMove(of, by)}
      />
    )
  })
}

function SwitchButton({ of, commands }: RuleProps) {
  const { t } = useTranslation()
  const { first } = of
  const action = first.disabled ? 'enable' : 'disable'
  const label = t(`firewall:${action}.action`)
  const title = t(`firewall:${action}.title`, { name: ruleTitle(first, t) })
  return (
    <RowButton
      icon={first.disabled ? IconPlayerPlay : IconPlayerPause}
      label={label}
      name={title}
      onClick={() => commands.confirmSwitch(of, { title, confirmLabel: label })}
    />
  )
}
