import { Button } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import { PasswordField } from '../../form/password-field.tsx'
import { announce } from '../../ui/announcer.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import layout from '../../ui/layout.module.css'
import { newPassphrase } from './passphrase.ts'
import classes from './wifi.module.css'

/** The passphrase of a network, typed or generated. A stored one is never loaded: the field starts empty. */
export function PassphraseField({ stored }: { /** Leaving the field empty keeps it. */ stored: boolean }) {
  const { t } = useTranslation()
  const label = t('wifi:field.passphrase')
  const field = useField<string>('passphrase', label)
  const [generated, setGenerated] = useState('')
  const generate = () => {
    const passphrase = newPassphrase()
    setGenerated(passphrase)
    field.change(passphrase)
    announce(t('wifi:passphrase.generated'))
  }
  return (
    <div className={classes.passphrase}>
      <PasswordField
        name="passphrase"
        label={label}
        help={t(stored ? 'wifi:passphrase.keep' : 'wifi:passphrase.help')}
        required={!stored}
        autoComplete="new-password"
        hints={!stored || field.value !== ''}
        minimum={8}
      />
      <Button variant="default" size="sm" leftSection={<IconDice5 size={16} aria-hidden="true" />} onClick={generate}>
        {t('wifi:passphrase.generate')}
      </Button>
      {generated !== '' && field.value === generated ? (
        <p className={layout.copied}>
          <code>{generated}</code> <CopyButton value={generated} what={label} />
        </p>
      ) : null}
      {stored && field.value !== '' ? <p className={classes.warning}>{t('wifi:passphrase.changes')}</p> : null}
    </div>
  )
}
