import { Button, Modal } from '@mantine/core'
import { auth } from '@trunkline/contract/resources/auth'
import type { UserRow } from '@trunkline/contract/resources/user'
import { useTranslation } from '../../i18n/use-translation.ts'
import { beginLoginAs } from '../../access/login-as.ts'
import { useCommand } from '../../api/query.ts'
import { TextArea } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'

/** Asks why, and takes on the session of a user below. */
export function LoginAsDialog({
  user,
  onClose,
}: {
  user: Pick<UserRow, 'id' | 'name' | 'company_name'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const login = useCommand(auth.loginAs, { subjects: [] })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users:loginAs.title', { name: user.name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p>{t('users:loginAs.text', { name: user.name, company: user.company_name })}</p>
      <Form<{ reason: string; [key: string]: unknown }>
        initial={{ reason: '' }}
        guard={false}
        schema={auth.loginAs.body}
        onSubmit={async ({ reason }) => {
          const { data } = await login.run({ params: { id: user.id }, body: { reason } })
          onClose()
          beginLoginAs(data)
        }}
        submitLabel={t('users:loginAs.submit')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        <TextArea
          name="reason"
          label={t('users:loginAs.reason')}
          help={t('users:loginAs.reasonHelp')}
          rows={2}
          maxLength={500}
          required
          whole
        />
      </Form>
    </Modal>
  )
}
