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
import { stateTones } from '../wifi/network-text.ts'
import { entryErrorText } from './entry-error-text.ts'
import classes from './wifi-access.module.css'
import { followWrites, useWrites } from './writes.ts'

/** Allowed or blocked: an icon, a word and a colour. */
export function ActionBadge({ of }: { of: Pick<AccessEntry, 'action'> }) {
  const { t } = useTranslation()
  const Shape = of.action === 'allow' ? IconCircleCheck : IconBan
  return (
    <StatusBadge tone={of.action === 'allow' ? 'good' : 'bad'} dot={false}>
      <span className={classes.action}>
        <Shape size={14} aria-hidden="true" />
        {t(`wifi-access:value.action.${of.action}`)}
      </span>
    </StatusBadge>
  )
}

/** The state of an entry on the controllers; opens its details. */
export function StateButton({ of, onOpen }: { of: AccessEntry; onOpen: (entry: AccessEntry) => void }) {
  const { t } = useTranslation()
  const isApplied = of.applied.length > 0
  const isOpen = useWrites(of.site_id).some(({ end }) => end === undefined) && of.state !== 'same'
  const state = isOpen
    ? t('devices:applying')
    : isApplied
      ? t(`wifi:state.${of.state}`)
      : t('wifi-access:status.noController')
  return (
    <UnstyledButton
      className={classes.stateButton ?? ''}
      aria-label={t('wifi-access:status.open', { state, name: of.name })}
      aria-haspopup="dialog"
      onClick={() => onOpen(of)}
    >
      <StatusBadge tone={isOpen ? 'info' : isApplied ? stateTones[of.state] : 'neutral'}>{state}</StatusBadge>
    </UnstyledButton>
  )
}

/** Switches an entry on or off at once. */
export function EntrySwitch({ of }: { of: AccessEntry }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const enable = useCommand(accessControl.enable, { subjects: ['access-control', 'wifi'] })
  const disable = useCommand(accessControl.disable, { subjects: ['access-control', 'wifi'] })
  const [next, setNext] = useState<boolean>()
  useEffect(() => setNext(undefined), [of.is_enabled])
  const change = async (on: boolean) => {
    setNext(on)
    try {
      const reply = await (on ? enable : disable).run({
        params: { id: of.site_id },
        body: { ids: [of.id], versions: { [of.id]: of.version } },
      })
      followWrites(of.site_id, reply.data.commands)
    } catch (error) {
      setNext(undefined)
      notify.error(entryErrorText(error, t))
    }
  }
  return (
    <Switch
      className={classes.switch ?? ''}
      size="md"
      aria-label={t('wifi-access:switch', { name: of.name })}
      checked={next ?? of.is_enabled}
      disabled={!canOn(accessControl.enable, { id: of.site_id, company_id: of.company_id })}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

/** Rows of a page of the list, by default. */
const pageSize = 25

/** The id of the entry at a position of a site's list, from 1; undefined beyond its end. */
async function entryAt(siteId: number, position: number): Promise<number | undefined> {
  const page = Math.ceil(position / pageSize)
  const { data } = await call(accessControl.index, { params: { id: siteId }, query: { page } })
  return data.find((row) => row.position === position)?.id
}

/** Moves entries within the list of their site. */
export function useMove() {
  const { t } = useTranslation()
  const move = useCommand(accessControl.move, { subjects: ['access-control'] })
  return {
    pending: move.pending,
    /** @param to the new position, from 1, or `end` */
    to: async (row: AccessEntry, to: number | 'end'): Promise<boolean> => {
      try {
        // The entries behind it move up by one.
        const before = to === 'end' ? undefined : await entryAt(row.site_id, to > row.position ? to + 1 : to)
        const reply = await move.run({
          params: { id: row.site_id },
          body: { id: row.id, before: before ?? null, version: row.version },
        })
        followWrites(row.site_id, reply.data.commands)
        announce(
          to === 'end'
            ? t('wifi-access:move.last', { name: row.name })
            : t('wifi-access:move.done', { name: row.name, position: to }),
        )
        return true
      } catch (error) {
        notify.error(entryErrorText(error, t))
        return false
      }
    },
  }
}

/** The position of an entry with buttons to move it. The focus follows the row. */
export function MoveButtons({
  of,
  total,
  can,
  onMove,
}: {
  of: AccessEntry
  /** The number of entries of the site, if known. */
  total: number | undefined
  /** False: only the position is shown. */
  can: boolean
  /** Called before the rows move. */
  onMove: () => void
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
  const step = (direction: 'up' | 'down') => {
    const position = of.position + (direction === 'up' ? -1 : 1)
    if (pending || position < 1 || (total !== undefined && position > total)) return
    pressed.current = direction
    onMove()
    void to(of, position)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 'up' : 'down')
  }
  const button = (direction: 'up' | 'down', Arrow: typeof IconArrowUp, disabled: boolean) => (
    <Tooltip label={t(`wifi-access:move.${direction}`)}>
      <ActionIcon
        ref={(node) => void (buttons.current[direction] = node)}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t(`wifi-access:move.${direction}Of`, { name: of.name })}
        aria-disabled={disabled}
        data-disabled={disabled || undefined}
        onClick={() => step(direction)}
      >
        <Arrow size={16} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <span className={classes.position} onKeyDown={onKeyDown}>
      <span className={classes.number}>{of.position}</span>
      {button('up', IconArrowUp, of.position === 1)}
      {button('down', IconArrowDown, total !== undefined && of.position >= total)}
    </span>
  )
}
