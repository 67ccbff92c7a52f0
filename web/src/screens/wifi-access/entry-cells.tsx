import { ActionIcon, Switch, Tooltip, UnstyledButton } from '@mantine/core'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import { IconArrowDown, IconArrowUp, IconCircleCheck, IconBan } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { call } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { announce } from '../../ui/announcer.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { refusalText } from './refusal-text.ts'
import { stateKey, stateTone } from './state-words.ts'
import classes from './wifi-access.module.css'
import { followWrites } from './writes.ts'

/** Allowed or blocked: a sign, a word and a colour. */
export function ActionBadge({ of }: { of: Pick<AccessEntry, 'action'> }) {
  const { t } = useTranslation()
  const Sign = of.action === 'allow' ? IconCircleCheck : IconBan
  return (
    <span className={classes.verdict}>
      <StatusBadge tone={of.action === 'allow' ? 'good' : 'bad'} dot={false}>
        <span className={classes.verdictIn}>
          <Sign size={14} aria-hidden="true" />
          {t(`wifi-access:value.action.${of.action}`)}
        </span>
      </StatusBadge>
    </span>
  )
}

/** Where an entry stands on the routers; opens what there is to say about it. */
export function StateButton({ of, onOpen }: { of: AccessEntry; onOpen: (entry: AccessEntry) => void }) {
  const { t } = useTranslation()
  const state = t(`wifi-access:state.${stateKey(of)}`)
  return (
    <UnstyledButton
      className={classes.stateButton ?? ''}
      aria-label={t('wifi-access:state.open', { state, name: of.name })}
      aria-haspopup="dialog"
      onClick={() => onOpen(of)}
    >
      <StatusBadge tone={of.applied.length === 0 ? 'neutral' : stateTone(of.state)}>{state}</StatusBadge>
    </UnstyledButton>
  )
}

/** Whether an entry holds, to switch at once. */
export function EntrySwitch({ of }: { of: AccessEntry }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const enable = useCommand(accessControl.enable, { subjects: ['access-control', 'wifi'] })
  const disable = useCommand(accessControl.disable, { subjects: ['access-control', 'wifi'] })
  const [wanted, setWanted] = useState<boolean>()
  useEffect(() => setWanted(undefined), [of.is_enabled])
  const change = async (on: boolean) => {
    setWanted(on)
    try {
      const reply = await (on ? enable : disable).run({
        params: { id: of.site_id },
        body: { ids: [of.id], versions: { [of.id]: of.version } },
      })
      followWrites(of.site_id, reply.data.commands)
    } catch (error) {
      setWanted(undefined)
      notify.error(refusalText(error, t))
    }
  }
  return (
    <Switch
      className={classes.switch ?? ''}
      size="md"
      aria-label={t('wifi-access:switch', { name: of.name })}
      checked={wanted ?? of.is_enabled}
      disabled={!canOn(accessControl.enable, { id: of.site_id, company_id: of.company_id })}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

/** The list answers this many rows a page where nothing is said. */
const pageSize = 25

/** The entry at a place of a site's list, counted from 1; undefined beyond its end. */
export async function entryAt(siteId: number, position: number): Promise<number | undefined> {
  const page = Math.ceil(position / pageSize)
  const { data } = await call(accessControl.index, { params: { id: siteId }, query: { page } })
  return data.find((row) => row.position === position)?.id
}

/** Moves entries of a site within the order in which it is decided. */
export function useMove() {
  const { t } = useTranslation()
  const move = useCommand(accessControl.move, { subjects: ['access-control'] })
  return {
    pending: move.pending,
    /** @param to place that it is to have, from 1; `end`: the last one */
    to: async (row: AccessEntry, to: number | 'end'): Promise<boolean> => {
      try {
        // Everything below its own place moves up by one when it leaves it.
        const before = to === 'end' ? undefined : await entryAt(row.site_id, to > row.position ? to + 1 : to)
        const reply = await move.run({
          params: { id: row.site_id },
          body: { id: row.id, before: before ?? null, version: row.version },
        })
        followWrites(row.site_id, reply.data.commands)
        announce(
          to === 'end'
            ? t('wifi-access:move.last', { name: row.name })
            : t('wifi-access:move.done', { name: row.name, place: to }),
        )
        return true
      } catch (error) {
        notify.error(refusalText(error, t))
        return false
      }
    },
  }
}

/** The place of an entry, with the buttons that move it. The focus goes along with the row. */
export function MoveButtons({
  of,
  total,
  can,
  before,
}: {
  of: AccessEntry
  /** How many entries the site has; undefined: not known. */
  total: number | undefined
  /** Absent rights, or another order than that of the decision: the place alone is shown. */
  can: boolean
  /** Told before the rows move. */
  before: () => void
}) {
  const { t } = useTranslation()
  const { pending, to } = useMove()
  const buttons = useRef<Record<'up' | 'down', HTMLButtonElement | null>>({ up: null, down: null })
  const pressed = useRef<'up' | 'down'>(undefined)
  useEffect(() => {
    if (pressed.current === undefined) return
    const button = buttons.current[pressed.current]
    ;(button?.ariaDisabled === 'true' ? buttons.current[pressed.current === 'up' ? 'down' : 'up'] : button)?.focus()
    pressed.current = undefined
  }, [of.position])
  if (!can) return <span>{of.position}</span>
  const step = (way: 'up' | 'down') => {
    const place = of.position + (way === 'up' ? -1 : 1)
    if (pending || place < 1 || (total !== undefined && place > total)) return
    pressed.current = way
    before()
    void to(of, place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 'up' : 'down')
  }
  const button = (way: 'up' | 'down', Arrow: typeof IconArrowUp, ends: boolean) => (
    <Tooltip label={t(`wifi-access:move.${way}`)}>
      <ActionIcon
        ref={(node) => void (buttons.current[way] = node)}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t(`wifi-access:move.${way}Of`, { name: of.name })}
        aria-disabled={ends}
        data-disabled={ends || undefined}
        onClick={() => step(way)}
      >
        <Arrow size={16} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <span className={classes.place} onKeyDown={onKeyDown}>
      <span className={classes.number}>{of.position}</span>
      {button('up', IconArrowUp, of.position === 1)}
      {button('down', IconArrowDown, total !== undefined && of.position >= total)}
    </span>
  )
}
