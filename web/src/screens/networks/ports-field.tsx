import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import classes from './networks.module.css'

const states = ['none', 'untagged', 'tagged'] as const

/** The ports of a network: not in it, untagged or tagged. */
export function PortsField({ ports }: { ports: readonly string[] }) {
  const { t } = useTranslation()
  const tagged = useField<string[]>('tagged', t('networks:field.tagged'))
  const untagged = useField<string[]>('untagged', t('networks:field.untagged'))
  const stateOf = (port: string) =>
    tagged.value.includes(port) ? 'tagged' : untagged.value.includes(port) ? 'untagged' : 'none'
  const setPort = (port: string, state: (typeof states)[number]) => {
    const others = (list: string[]) => list.filter((one) => one !== port)
    tagged.change(state === 'tagged' ? [...others(tagged.value), port] : others(tagged.value))
    untagged.change(state === 'untagged' ? [...others(untagged.value), port] : others(untagged.value))
  }
  return (
    <fieldset className={classes.ports} id={tagged.id} tabIndex={-1}>
      <legend>{t('networks:field.ports')}</legend>
      <p className={classes.note}>{t('networks:form.portsHelp')}</p>
      <ul id={untagged.id} tabIndex={-1}>
        {ports.map((port) => (
          <li key={port}>
            <fieldset className={classes.port}>
              <legend>{port}</legend>
              {states.map((state) => (
                <label key={state} data-state={state} data-checked={stateOf(port) === state || undefined}>
                  <input
                    type="radio"
                    name={`${tagged.id}-${port}`}
                    checked={stateOf(port) === state}
                    onChange={() => setPort(port, state)}
                  />
                  {t(`networks:member.${state}`)}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      {[tagged.error, untagged.error].filter(Boolean).map((error, index) => (
        <p key={index} role="alert" className={classes.error}>
          {error}
        </p>
      ))}
    </fieldset>
  )
}
