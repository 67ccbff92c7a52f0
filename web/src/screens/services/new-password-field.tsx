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

/** The password of a service: typed, or generated here and shown this once. A stored one cannot be read again. */
export function NewPasswordField({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation()
  const label = t('services:field.password')
  const field = useField<string>('password', label)
  const [generated, setGenerated] = useState('')
  const generate = () => {
    const password = newSecret()
    setGenerated(password)
    field.change(password)
    announce(t('services:password.generated'))
  }
  return (
    <div className={classes.password}>
      <PasswordField
        name="password"
        label={label}
        help={t(isNew ? 'services:password.help' : 'services:password.helpOfStored')}
        required={isNew}
        autoComplete="new-password"
      />
      <Button variant="default" size="sm" leftSection={<IconDice5 size={16} aria-hidden="true" />} onClick={generate}>
        {t('services:password.generate')}
      </Button>
      {generated !== '' && field.value === generated ? (
        <div className={classes.generated}>
          <code>{generated}</code> <CopyButton value={generated} label={t('services:password.copy')} />
          <p>{t('services:password.shownOnce')}</p>
        </div>
      ) : null}
    </div>
  )
}
