import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import classes from './list.module.css'

/** A panel of the toolbar on a narrow screen, as a bottom drawer. */
export default function PanelDrawer({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      classNames={{ content: classes.drawer as string }}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {children}
    </Drawer>
  )
}
