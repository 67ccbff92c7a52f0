import { Button } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import { PasswordField } from '../../form/password-field.tsx'
import { announce } from '../../ui/announcer.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { newPassphrase } from './passphrase.ts'
import classes from './wifi.module.css'

/** The passphrase of a network: typed, or made here and shown. What is kept never comes back: the field starts empty. */
export function PassphraseField({ kept: stored }: { /** There is one already; empty leaves it. */ kept: boolean }) {
  const { t } = useTranslation()
  const label = t('wifi:field.passphrase')
  const field = useField<string>('passphrase', label)
  const [created, setMade] = useState('')
  const make = () => {
    const passphrase = newPassphrase()
    setMade(passphrase)
    field.change(passphrase)
    announce(t('wifi:passphrase.made'))
  }
  return (
    <div className={classes.secret}>
      <PasswordField
        name="passphrase"
        label={label}
        help={t(stored ? 'wifi:passphrase.keep' : 'wifi:passphrase.help')}
        required={!stored}
        autoComplete="new-password"
        hints={!stored || field.value !== ''}
        minimum={8}
      />
      <Button variant="default" size="sm" leftSection={<IconDice5 size={16} aria-hidden="true" />} onClick={make}>
        {t('wifi:passphrase.make')}
      </Button>
      {created !== '' && field.value === created ? (
        <p className={classes.made}>
          <code>{created}</code> <CopyButton value={created} what={label} />
        </p>
      ) : null}
      {stored && field.value !== '' ? <p className={classes.warn}>{t('wifi:passphrase.changes')}</p> : null}
    </div>
  )
}
