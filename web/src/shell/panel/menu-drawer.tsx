import { Drawer } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { SignedIn } from '../../access/session.ts'
import { MainMenu } from './main-menu.tsx'
import styles from './palette.module.css'

/** The menu on narrow screens, over the page. */
export default function MenuDrawer({ session, onClose }: { session: SignedIn; onClose: () => void }) {
  const { t } = useTranslation('panel')
  return (
    <Drawer
      opened
      onClose={onClose}
      size={280}
      padding={0}
      withCloseButton={false}
      title={t('menu.label')}
      classNames={{ header: styles.header ?? '' }}
    >
      <MainMenu session={session} onClose={onClose} />
    </Drawer>
  )
}
