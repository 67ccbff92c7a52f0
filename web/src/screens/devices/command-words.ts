import { failedStates, type CommandState } from '@trunkline/contract/resources/device-enums'
import type { CommandRow } from '@trunkline/contract/resources/device-command'
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
  // Has to be checked on the device.
  unknown: 'warning',
  cancelled: 'neutral',
}

export const toneOf = (state: CommandState): Tone => tones[state]

/** Queued or running. */
export const isOpen = (state: CommandState): boolean => state === 'queued' || state === 'running'

export const isFailed = (state: CommandState): boolean => (failedStates as readonly CommandState[]).includes(state)

/** The title of a Wi-Fi command: the action, and the network that its label names. */
function wifiTitle({ verb, label }: Pick<CommandRow, 'verb' | 'label'>, t: TFunction): string {
  const name = /^Wi-Fi "(.*)": /s.exec(label)?.[1]
  const action = verb === 'controller' ? (label.endsWith(' on') ? 'controllerOn' : 'controllerOff') : verb
  const text = name === undefined ? '' : t(`devices:wifi.${action}`, { name, defaultValue: '' })
  return text || (verb === 'access' ? t('devices:wifi.access') : t('devices:kind.wifi'))
}

/** The title of a command: its target, action and label. */
export function commandTitle(of: Pick<CommandRow, 'kind' | 'verb' | 'target' | 'label'>, t: TFunction): string {
  if (of.kind === 'wifi') return wifiTitle(of, t)
  if (of.kind !== 'change') return t(`devices:kind.${of.kind}`)
  const verb = t(`devices:verb.${of.verb}`, { defaultValue: of.verb })
  const target = t(`devices:target.${of.target.replaceAll('/', '-')}`, { defaultValue: of.target })
  // Some labels start with the name of the menu or end with the action.
  const label = of.label
    .replace(/^(DNS: |DHCP network |DHCP server |Pool |Access point |Network |Port )/, '')
    .replace(/: (switch on|switch off|change|send off the Wi-Fi)$/, '')
  return label === '' ? `${target}: ${verb}` : t('devices:command.about', { target, verb, label })
}

/** The state of a command in a sentence: its step while it runs, then what is now true on the device. */
export function commandText({ state, step, kind }: Pick<CommandRow, 'state' | 'step' | 'kind'>, t: TFunction): string {
  if (state === 'running') return t(`devices:step.${step === '' ? 'starting' : step}`)
  if (state === 'done') return t(`devices:done.${kind}`)
  return t(`devices:end.${state}`)
}

/** What the user can do after a failure; undefined otherwise. */
export const commandAdvice = ({ state }: Pick<CommandRow, 'state'>, t: TFunction): string | undefined =>
  isFailed(state) ? t(`devices:advice.${state}`) : undefined
