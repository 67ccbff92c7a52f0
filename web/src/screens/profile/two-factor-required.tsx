import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { amendUser, signOut, useSession } from '../../access/session.ts'
import { Card } from '../../ui/card.tsx'
import { EnableTwoFactorDialog } from './enable-two-factor-dialog.tsx'
import classes from './profile.module.css'

/** Replaces the panel until the user has set up the second factor that the company requires. */
export default function TwoFactorRequired() {
  const { t } = useTranslation()
  const user = useSession()?.user
  const [open, setOpen] = useState(false)
  // The panel opens after the recovery codes have been shown.
  const done = useRef(false)
  if (user === undefined) return null
  const close = () => {
    setOpen(false)
    if (done.current) amendUser({ two_factor: true, two_factor_missing: false })
  }
  return (
    <main id="main" className={classes.required}>
      <Card>
        <h1 className={classes.requiredTitle}>{t('profile:twoFactor.requiredTitle')}</h1>
        <Text mb="sm">{t('profile:twoFactor.requiredText', { company: user.company.name })}</Text>
        <Text mb="lg" c="dimmed" size="sm">
          {t('profile:twoFactor.requiredApp')}
        </Text>
        <Group gap="xs">
          <Button onClick={() => setOpen(true)}>{t('profile:twoFactor.requiredStart')}</Button>
          <Button variant="default" onClick={() => void signOut()}>
            {t('panel:account.signOut')}
          </Button>
        </Group>
      </Card>
      {open ? (
        <EnableTwoFactorDialog email={user.email} onClose={close} onChange={() => (done.current = true)} />
      ) : null}
    </main>
  )
}
