import { Button } from '@mantine/core'
import { auth } from '@trunkline/contract/resources/auth'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { notify } from '../../ui/notify.ts'
import { Dialog } from './dialog.tsx'

interface Values {
  email: string
  password: string
  [key: string]: unknown
}

const initial: Values = { email: '', password: '' }

/** Asks for another address, which counts once the link that goes to it is opened. */
export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const change = useCommand(auth.changeEmail)
  const submit = async (values: Values) => {
    const { data } = await change.run({ body: values })
    notify.success(t('profile:email.done', { email: data.sent_to }))
    onClose()
  }
  return (
    <Dialog title={t('profile:email.title')} onClose={onClose}>
      <Form<Values>
        initial={initial}
        guard={false}
        schema={auth.changeEmail.body}
        submitLabel={t('profile:email.submit')}
        onSubmit={submit}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        <p>{t('profile:email.text', { email })}</p>
        <TextField name="email" label={t('profile:email.field')} type="email" autoComplete="email" autoFocus required />
        <PasswordField name="password" label={t('profile:field.password')} autoComplete="current-password" required />
      </Form>
    </Dialog>
  )
}
