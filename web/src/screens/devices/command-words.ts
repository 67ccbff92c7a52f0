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
  // Nothing is lost, and what was wanted is not there.
  reverted: 'warning',
  // The one end that has to be looked into.
  unknown: 'warning',
  cancelled: 'neutral',
}

export const toneOf = (state: CommandState): Tone => tones[state]

/** Whether its end is still to come. */
export const isOpen = (state: CommandState): boolean => state === 'queued' || state === 'running'

export const isFailed = (state: CommandState): boolean => (failedStates as readonly CommandState[]).includes(state)

/** What a command of Wi-Fi is about: the network that its label names, and what is done with it. */
function wifiTitle({ verb, label }: Pick<CommandRow, 'verb' | 'label'>, t: TFunction): string {
  const name = /^Wi-Fi "(.*)": /s.exec(label)?.[1]
  const deed = verb === 'controller' ? (label.endsWith(' on') ? 'controllerOn' : 'controllerOff') : verb
  const text = name === undefined ? '' : t(`devices:wifi.${deed}`, { name, defaultValue: '' })
  return text || (verb === 'access' ? t('devices:wifi.access') : t('devices:kind.wifi'))
}

/** What a command is about, in a line: what was asked for, and what of. */
export function commandTitle(of: Pick<CommandRow, 'kind' | 'verb' | 'target' | 'label'>, t: TFunction): string {
  if (of.kind === 'wifi') return wifiTitle(of, t)
  if (of.kind !== 'change') return t(`devices:kind.${of.kind}`)
  const verb = t(`devices:verb.${of.verb}`, { defaultValue: of.verb })
  const target = t(`devices:target.${of.target.replaceAll('/', '-')}`, { defaultValue: of.target })
  // Some labels begin with the menu's own name, or end with the verb.
  const label = of.label
    .replace(/^(DNS: |DHCP network |DHCP server |Pool |Access point |Network |Port )/, '')
    .replace(/: (switch on|switch off|change|send off the Wi-Fi)$/, '')
  return label === '' ? `${target}: ${verb}` : t('devices:command.about', { target, verb, label })
}

/** Where it stands, in a sentence: the step while it runs, and the plain truth when it has ended. */
export function commandText({ state, step, kind }: Pick<CommandRow, 'state' | 'step' | 'kind'>, t: TFunction): string {
  if (state === 'running') return t(`devices:step.${step === '' ? 'begins' : step}`)
  if (state === 'done') return t(`devices:done.${kind}`)
  return t(`devices:end.${state}`)
}

/** What to do about it; undefined where nothing is to be done. */
export const commandAdvice = ({ state }: Pick<CommandRow, 'state'>, t: TFunction): string | undefined =>
  isFailed(state) ? t(`devices:advice.${state}`) : undefined
