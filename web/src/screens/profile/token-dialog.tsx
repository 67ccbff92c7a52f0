import { Button } from '@mantine/core'
import { account } from '@trunkline/contract/resources/account'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSession } from '../../access/session.ts'
import { useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { DateField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './profile.module.css'
import { AccessField, ScopesField } from './scope-picker.tsx'
import { grantsOf, scopesOf, type Grant, type TokenAccess } from './scopes.ts'

interface Values {
  name: string
  access: TokenAccess
  scopes: string[]
  expires_on: string | null
  password: string
  [key: string]: unknown
}

/** Days from now as `YYYY-MM-DD` in UTC, which is what the server counts in. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const usualDays = 90
const maxDays = 365

const bodyOf = ({ name, access, scopes, expires_on, password }: Values, grants: readonly Grant[]) => ({
  name,
  scopes: scopesOf(access, scopes, grants),
  expires_on: expires_on ?? '',
  password,
})

function Shown({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.steps}>
      <p>{t('profile:tokens.shownText')}</p>
      <div className={classes.shown}>
        <code>{token}</code>
      </div>
      <div className={classes.buttons}>
        <CopyButton value={token} label={t('profile:tokens.copy')} />
        <Button className={classes.last ?? ''} onClick={onClose}>
          {t('profile:tokens.shownDone')}
        </Button>
      </div>
    </div>
  )
}

/** Makes an API token and shows it, this once. */
export function TokenDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const grants = useMemo(() => grantsOf(session?.abilities ?? []), [session])
  const initial = useMemo<Values>(
    () => ({ name: '', access: 'read', scopes: [], expires_on: inDays(usualDays), password: '' }),
    [],
  )
  const store = useCommand(account.storeToken)
  const [token, setToken] = useState<string | null>(null)
  if (token !== null)
    return (
      <Dialog title={t('profile:tokens.shownTitle')} onClose={onClose} lasting>
        <Shown token={token} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t('profile:tokens.formTitle')} onClose={onClose} size="lg">
      <Form<Values>
        initial={initial}
        guard={false}
        validate={(values) => schemaErrors(account.storeToken.body, bodyOf(values, grants))}
        submitLabel={t('profile:tokens.submit')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
        onSubmit={async (values) => {
          const { data } = await store.run({ body: bodyOf(values, grants) })
          setToken(data.token)
          onDone()
        }}
      >
        {(form) => (
          <>
            <TextField
              name="name"
              label={t('profile:field.token_name')}
              help={t('profile:tokens.nameHelp')}
              maxLength={100}
              required
              autoFocus
            />
            <AccessField />
            {form.values.access === 'chosen' ? <ScopesField grants={grants} /> : null}
            <div className={classes.pair}>
              <DateField
                name="expires_on"
                label={t('profile:field.expires_on')}
                help={t('profile:tokens.expiresHelp')}
                min={inDays(0)}
                max={inDays(maxDays)}
                required
              />
              <PasswordField
                name="password"
                label={t('profile:field.password')}
                autoComplete="current-password"
                required
              />
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
