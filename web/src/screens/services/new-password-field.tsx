import { Button } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import { PasswordField } from '../../form/password-field.tsx'
import { announce } from '../../ui/announcer.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { newSecret } from '../nas/secret.ts'
import classes from './services.module.css'

/** The password of a service: typed, or made here and shown this once. What is saved can not be read again. */
export function NewPasswordField({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation()
  const label = t('services:field.password')
  const field = useField<string>('password', label)
  const [created, setMade] = useState('')
  const make = () => {
    const password = newSecret()
    setMade(password)
    field.change(password)
    announce(t('services:password.made'))
  }
  return (
    <div className={classes.password}>
      <PasswordField
        name="password"
        label={label}
        help={t(isNew ? 'services:password.help' : 'services:password.keepHelp')}
        required={isNew}
        autoComplete="new-password"
      />
      <Button variant="default" size="sm" leftSection={<IconDice5 size={16} aria-hidden="true" />} onClick={make}>
        {t('services:password.make')}
      </Button>
      {created !== '' && field.value === created ? (
        <div className={classes.made}>
          <code>{created}</code> <CopyButton value={created} label={t('services:password.copy')} />
          <p>{t('services:password.once')}</p>
        </div>
      ) : null}
    </div>
  )
}
