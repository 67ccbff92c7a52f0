import { PasswordInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { inputProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { announce } from '../../ui/announcer.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './nas.module.css'
import { newSecret } from './secret.ts'

/** The shared secret, typed or generated. The stored one is never sent to the browser: the field starts empty. */
export function SecretField({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  const label = t('nas:field.secret')
  const field = useField<string>('secret', label)
  const generate = () => {
    field.change(newSecret())
    // The user needs it for the router.
    setVisible(true)
    announce(t('nas:form.generated'))
  }
  return (
    <div className={classes.secret}>
      <PasswordInput
        {...inputProps(
          { name: 'secret', label, help: t(isNew ? 'nas:form.secretNew' : 'nas:form.secretStored') },
          field,
        )}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={64}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t('form:password.show'), tabIndex: 0 }}
        value={field.value}
        onChange={(event) => field.change(event.currentTarget.value)}
        onBlur={field.leave}
      />
      <div className={classes.secretButtons}>
        <ActionButton icon={IconRefresh} onClick={generate}>
          {t('nas:form.generate')}
        </ActionButton>
        {field.value === '' ? null : <CopyButton value={field.value} what={label} />}
      </div>
      {!isNew && field.value !== '' ? <p className={classes.warn}>{t('nas:form.secretChanges')}</p> : null}
    </div>
  )
}
