import { Button, Group, Stack, Text } from '@mantine/core'
import type { User } from '@trunkline/contract/resources/user'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DisableTwoFactorDialog, EmailDialog, PasswordDialog, RenewCodesDialog } from './account-dialogs.tsx'
import { EnableTwoFactorDialog } from './enable-two-factor-dialog.tsx'
import { LockedNote, useImpersonator } from './own-profile.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingRow } from './setting-row.tsx'

const dialogs = {
  changePassword: PasswordDialog,
  changeEmail: EmailDialog,
  turnOn: EnableTwoFactorDialog,
  turnOff: DisableTwoFactorDialog,
  renew: RenewCodesDialog,
}
type DialogKey = keyof typeof dialogs

/** Password, e-mail address and second factor. */
function Credentials({ user, onChange }: { user: User; onChange: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<DialogKey | null>(null)
  const Dialog = open && dialogs[open]
  const on = user.two_factor
  const button = (key: DialogKey, label: string, filled = false) => (
    <Button {...(filled ? {} : { variant: 'default' })} size="sm" onClick={() => setOpen(key)}>
      {label}
    </Button>
  )
  return (
    <>
      <Card title={t('profile:signIn.title')}>
        <ul className={layout.rows}>
          <SettingRow title={t('profile:signIn.password')} text={t('profile:signIn.passwordText')}>
            {button('changePassword', t('profile:password.title'))}
          </SettingRow>
          <SettingRow title={t('profile:signIn.email')} text={user.email}>
            {button('changeEmail', t('profile:email.title'))}
          </SettingRow>
        </ul>
      </Card>
      <Card
        title={t('profile:twoFactor.title')}
        actions={<StatusBadge tone={on ? 'good' : 'neutral'}>{t(on ? 'profile:on' : 'profile:off')}</StatusBadge>}
      >
        <Group justify="space-between">
          <Text flex="1 1 260px">{t(on ? 'profile:twoFactor.onText' : 'profile:twoFactor.offText')}</Text>
          <div className={layout.buttons}>
            {on ? button('renew', t('profile:twoFactor.renew')) : null}
            {on
              ? button('turnOff', t('profile:twoFactor.turnOff'))
              : button('turnOn', t('profile:twoFactor.turnOn'), true)}
          </div>
        </Group>
      </Card>
      {Dialog ? <Dialog email={user.email} onClose={() => setOpen(null)} onChange={onChange} /> : null}
    </>
  )
}

/** Credentials, and the sessions that are open. */
export function SecurityTab({ user, onChange }: { user: User; onChange: () => void }) {
  const locked = useImpersonator() !== null
  return (
    <Stack>
      {locked ? <LockedNote name={user.name} /> : <Credentials user={user} onChange={onChange} />}
      <SessionsCard />
    </Stack>
  )
}
