import { auth } from '@trunkline/contract/resources/auth'
import type { UserRow } from '@trunkline/contract/resources/user'
import { useTranslation } from '../../i18n/use-translation.ts'
import { beginLoginAs } from '../../access/login-as.ts'
import { useCommand } from '../../api/query.ts'
import { TextArea } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'

/** Asks for a reason and starts a session as a user of a company below. */
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
    <FormDialog
      title={t('users:loginAs.title', { name: user.name })}
      text={t('users:loginAs.text', { name: user.name, company: user.company_name })}
      onClose={onClose}
      initial={{ reason: '' }}
      schema={auth.loginAs.body}
      submitLabel={t('users:loginAs.submit')}
      onSubmit={async ({ reason }) => {
        const { data } = await login.run({ params: { id: user.id }, body: { reason } })
        onClose()
        beginLoginAs(data)
      }}
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
    </FormDialog>
  )
}
