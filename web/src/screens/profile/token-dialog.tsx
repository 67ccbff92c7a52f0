import { account } from '@trunkline/contract/resources/account'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSession } from '../../access/session.ts'
import { useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { DateField, TextField } from '../../form/fields.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { CurrentPasswordField } from './account-dialogs.tsx'
import classes from './profile.module.css'
import { ScopesField } from './scopes-field.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { grantsOf, scopesOf, type Grant, type TokenAccess } from './scopes.ts'

interface TokenValues {
  name: string
  access: TokenAccess
  scopes: string[]
  expires_on: string | null
  password: string
  [key: string]: unknown
}

/** Days from now as `YYYY-MM-DD` in UTC, which is what the server counts in. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const defaultDays = 90
const maxDays = 365
const accesses: readonly TokenAccess[] = ['read', 'all', 'chosen']

const bodyOf = ({ name, access, scopes, expires_on, password }: TokenValues, grants: readonly Grant[]) => ({
  name,
  scopes: scopesOf(access, scopes, grants),
  expires_on: expires_on ?? '',
  password,
})

/** Creates an API token and shows it once. */
export function TokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const grants = useMemo(() => grantsOf(session?.abilities ?? []), [session])
  const initial = useMemo<TokenValues>(
    () => ({ name: '', access: 'read', scopes: [], expires_on: inDays(defaultDays), password: '' }),
    [],
  )
  const store = useCommand(account.storeToken)
  const [token, setToken] = useState<string | null>(null)
  if (token !== null)
    return (
      <SecretDialog
        title={t('profile:tokens.shownTitle')}
        text={t('profile:tokens.shownText')}
        secret={token}
        copyLabel={t('profile:tokens.copy')}
        onClose={onClose}
      >
        <code className={classes.secrets}>{token}</code>
      </SecretDialog>
    )
  return (
    <FormDialog<TokenValues>
      title={t('profile:tokens.formTitle')}
      size="lg"
      onClose={onClose}
      initial={initial}
      validate={(values) => schemaErrors(account.storeToken.body, bodyOf(values, grants))}
      submitLabel={t('profile:tokens.submit')}
      onSubmit={async (values) => {
        const { data } = await store.run({ body: bodyOf(values, grants) })
        setToken(data.token)
        onCreated()
      }}
    >
      {(form) => (
        <>
          <TextField
            name="name"
            label={t('common:field.name')}
            help={t('profile:tokens.nameHelp')}
            maxLength={100}
            required
            autoFocus
          />
          <ChoiceField
            name="access"
            label={t('profile:tokens.access')}
            options={accesses.map((id) => ({ id, name: t(`profile:tokens.accessOptions.${id}`) }))}
          />
          {form.values.access === 'chosen' ? <ScopesField grants={grants} /> : null}
          <DateField
            name="expires_on"
            label={t('profile:tokens.expires')}
            help={t('profile:tokens.expiresHelp')}
            min={inDays(0)}
            max={inDays(maxDays)}
            required
          />
          <CurrentPasswordField autoFocus={false} />
        </>
      )}
    </FormDialog>
  )
}
