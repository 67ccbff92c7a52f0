import { Button } from '@mantine/core'
import type { User } from '@trunkline/contract/resources/user'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import classes from './profile.module.css'
import { RecoveryRenewal, TwoFactorOff } from './two-factor-change.tsx'
import { TwoFactorOn } from './two-factor-on.tsx'

function Row({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <div className={classes.buttons}>{children}</div>
    </div>
  )
}

/** Password and e-mail address. */
export function SignInCard({ user, onChange }: { user: User; onChange: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'password' | 'email' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title={t('profile:signIn.title')}>
      <Row title={t('profile:signIn.password')} text={t('profile:signIn.passwordText')}>
        <Button variant="default" size="sm" onClick={() => setOpen('password')}>
          {t('profile:signIn.changePassword')}
        </Button>
      </Row>
      <Row title={t('profile:signIn.email')} text={user.email}>
        <Button variant="default" size="sm" onClick={() => setOpen('email')}>
          {t('profile:signIn.changeEmail')}
        </Button>
      </Row>
      {open === 'password' ? <PasswordDialog email={user.email} onClose={close} onDone={onChange} /> : null}
      {open === 'email' ? <EmailDialog email={user.email} onClose={close} /> : null}
    </Card>
  )
}

/** The second factor: on, off, new recovery codes. */
export function TwoFactorCard({ user, onChange }: { user: User; onChange: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'on' | 'off' | 'renew' | null>(null)
  const close = () => setOpen(null)
  const on = user.two_factor
  return (
    <Card
      title={t('profile:twoFactor.title')}
      actions={<StatusBadge tone={on ? 'good' : 'neutral'}>{t(on ? 'profile:on' : 'profile:off')}</StatusBadge>}
    >
      <div className={classes.row}>
        <p className={classes.rowText}>{t(on ? 'profile:twoFactor.onText' : 'profile:twoFactor.offText')}</p>
        <div className={classes.buttons}>
          {on ? (
            <>
              <Button variant="default" size="sm" onClick={() => setOpen('renew')}>
                {t('profile:twoFactor.renew')}
              </Button>
              <Button variant="default" size="sm" onClick={() => setOpen('off')}>
                {t('profile:twoFactor.turnOff')}
              </Button>
            </>
          ) : (
            <Button size="sm" onClick={() => setOpen('on')}>
              {t('profile:twoFactor.turnOn')}
            </Button>
          )}
        </div>
      </div>
      {open === 'on' ? <TwoFactorOn email={user.email} onClose={close} onDone={onChange} /> : null}
      {open === 'off' ? <TwoFactorOff onClose={close} onDone={onChange} /> : null}
      {open === 'renew' ? <RecoveryRenewal email={user.email} onClose={close} /> : null}
    </Card>
  )
}
