import { Input, Select, TextInput } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import classes from './form.module.css'
import {
  dialCode,
  formatTyped,
  isPhoneCountry,
  isValidPhone,
  joinPhone,
  phoneCountries,
  splitPhone,
  type CountryCode,
} from './phone-value.ts'

function startCountry(requested: string | undefined): CountryCode {
  const region = requested ?? new Intl.Locale(navigator.language).maximize().region ?? ''
  return isPhoneCountry(region) ? region : 'GB'
}

/** Country picker and number, as a named group. Loaded separately, with the numbering plans. */
export default function PhoneInput({
  id,
  label,
  description,
  required,
  disabled,
  error,
  className,
  value,
  onChange,
  onLeave,
  defaultCountry,
}: {
  id: string
  label: string
  description: ReactNode
  required: boolean
  disabled: boolean
  error: ReactNode
  className?: string | undefined
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  defaultCountry: string | undefined
}) {
  const { t, i18n } = useTranslation()
  const [state, setState] = useState(() => ({ value, ...splitPhone(value, startCountry(defaultCountry)) }))
  const [left, setLeft] = useState(false)
  // The value may change from outside: a loaded record, or the other version of it.
  const shown = state.value === value ? state : { value, ...splitPhone(value, state.country) }
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: 'region' })
    return phoneCountries()
      .map((country) => ({
        value: country,
        label: `${dialCode(country)} ${names.of(country) ?? country}`,
        name: names.of(country) ?? country,
      }))
      .sort((a, b) => a.name.localeCompare(b.name, i18n.language))
      .map(({ value: country, label: text }) => ({ value: country, label: text }))
  }, [i18n.language])

  const set = (country: CountryCode, number: string) => {
    const joined = joinPhone({ country, number })
    setState({ value: joined, country, number })
    onChange(joined)
  }
  const type = (text: string) => {
    if (!text.trim().startsWith('+')) return set(shown.country, formatTyped(text, shown.country))
    // A pasted full number sets the country too.
    const parts = splitPhone(text, shown.country)
    if (text.replace(/\D/g, '').length < 6) {
      setState({ value: text, country: shown.country, number: text })
      return onChange(text)
    }
    set(parts.country, parts.number)
  }
  const doubtful = left && !isValidPhone(shown.value) ? t('form:phone.invalid') : null

  return (
    <fieldset className={`${classes.fieldset} ${className ?? ''}`} disabled={disabled}>
      <Input.Wrapper
        id={id}
        label={label}
        labelElement="label"
        required={required}
        description={description}
        error={error ?? doubtful}
      >
        <div className={classes.phone}>
          <Select
            aria-label={`${label}: ${t('form:phone.country')}`}
            data={countries}
            value={shown.country}
            searchable
            allowDeselect={false}
            limit={60}
            nothingFoundMessage={t('form:remote.none')}
            comboboxProps={{ width: 300, position: 'bottom-start' }}
            renderOption={({ option }) => {
              const [code, ...name] = option.label.split(' ')
              return (
                <span className={classes.country}>
                  <span>{name.join(' ')}</span>
                  <span>{code}</span>
                </span>
              )
            }}
            onChange={(country) => country && isPhoneCountry(country) && set(country, shown.number)}
          />
          <TextInput
            id={id}
            type="tel"
            autoComplete="tel-national"
            inputMode="tel"
            error={Boolean(error)}
            value={shown.number}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => {
              setLeft(true)
              onLeave()
            }}
          />
        </div>
      </Input.Wrapper>
    </fieldset>
  )
}
