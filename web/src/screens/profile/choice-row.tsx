import { useId, type ReactNode } from 'react'
import classes from './profile.module.css'

/** One setting with few choices, all in view; takes effect at once. */
export function ChoiceRow<T extends string>({
  title,
  text,
  name,
  choices,
  value,
  onChange,
  disabled = false,
}: {
  title: string
  text?: ReactNode
  name: string
  choices: readonly { value: T; label: string; lang?: string }[]
  value: T
  onChange: (value: T) => void
  disabled?: boolean
}) {
  const titleId = useId()
  return (
    <div className={classes.setting}>
      <div>
        <h3 id={titleId}>{title}</h3>
        {text ? <p className={classes.small}>{text}</p> : null}
      </div>
      <fieldset className={classes.choices} aria-labelledby={titleId} disabled={disabled}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.choice} lang={choice.lang}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
