import { failedStates, type CommandState } from '@trunkline/contract/resources/device-enums'
import type { CommandRow } from '@trunkline/contract/resources/device-command'
import { textOf } from '../../i18n/messages.ts'
import type { TFunction } from '../../i18n/translations.ts'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<CommandState, Tone> = {
  queued: 'neutral',
  running: 'info',
  done: 'good',
  refused: 'bad',
  unreachable: 'bad',
  // The device is unchanged, and the change is not applied.
  reverted: 'warning',
  // Have to be checked on the device.
  differs: 'bad',
  unknown: 'warning',
  cancelled: 'neutral',
}

export const toneOf = (state: CommandState): Tone => tones[state]

/** Queued or running. */
export const isOpen = (state: CommandState): boolean => state === 'queued' || state === 'running'

export const isFailed = (state: CommandState): boolean => (failedStates as readonly CommandState[]).includes(state)

type TitleParts = Pick<CommandRow, 'kind' | 'verb' | 'target' | 'label' | 'others' | 'notes'>

/** The title of a Wi-Fi command: the action, and its network or device. */
function wifiTitle({ verb, label }: TitleParts, t: TFunction): string {
  const kind = t('devices:kind.wifi')
  return label === '' ? kind : t(`devices:wifi.${verb}`, { name: label, defaultValue: kind })
}

/** The title of a change: menu, action and object. */
function changeTitle({ verb, target, label, others }: TitleParts, t: TFunction): string {
  const about = {
    verb: t(`devices:verb.${verb}`, { defaultValue: verb }),
    target: t(`devices:target.${target.replaceAll('/', '-')}`, { defaultValue: target }),
  }
  if (label === '') return `${about.target}: ${about.verb}`
  return t('devices:command.about', {
    ...about,
    label: others === 0 ? label : t('devices:command.several', { label, count: others }),
  })
}

/** The kind in texts: loading a binary backup is a restore of another sort. */
const kindOf = ({ kind, verb }: Pick<CommandRow, 'kind' | 'verb'>) =>
  kind === 'restore' && verb === 'load' ? 'load' : kind

/** The title of a command: what it does to which object, with its notes. */
export function commandTitle(of: TitleParts, t: TFunction): string {
  const title =
    of.kind === 'wifi' ? wifiTitle(of, t) : of.kind === 'change' ? changeTitle(of, t) : t(`devices:kind.${kindOf(of)}`)
  return of.notes.length === 0 ? title : `${title} (${of.notes.map(textOf).join('; ')})`
}

/** The state of a command in a sentence: its step while it runs, then what is now true on the device. */
export function commandText(of: Pick<CommandRow, 'state' | 'step' | 'kind' | 'verb'>, t: TFunction): string {
  const { state, step } = of
  if (state === 'running') return t(`devices:step.${step === '' ? 'starting' : step}`)
  if (state === 'done') return t(`devices:done.${kindOf(of)}`)
  return t(`devices:end.${state}`)
}

/** What the user can do after a failure; undefined otherwise. */
export const commandAdvice = ({ state }: Pick<CommandRow, 'state'>, t: TFunction): string | undefined =>
  isFailed(state) ? t(`devices:advice.${state}`) : undefined
