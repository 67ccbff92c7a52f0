import { Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextLink } from '../../ui/link.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import type { TFunction } from '../../i18n/translations.ts'
import { Code } from './cells.tsx'
import { useDiallerPath, type ServiceReference } from './dialler.ts'
import classes from './sessions.module.css'

/** The details of one row of a list, on the right. */
export function DetailsDrawer({
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
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap={20}>{children}</Stack>
    </Drawer>
  )
}

/** A part of it under a heading. `highlighted`: advice. */
export const DetailsSection = ({
  title,
  highlighted = false,
  children,
}: {
  title: string
  highlighted?: boolean
  children: ReactNode
}) => (
  <section className={highlighted ? classes.advice : undefined}>
    <h3 className={classes.heading}>{title}</h3>
    {typeof children === 'string' ? <p className={classes.text}>{children}</p> : children}
  </section>
)

/** Links to other screens; the first leads to the service, where the reader may open it. */
export function DetailsLinks({ of, children }: { of: ServiceReference; children?: ReactNode }) {
  const { t } = useTranslation()
  const to = useDiallerPath()(of)
  return (
    <div className={classes.links}>
      {to ? <TextLink to={to}>{t(`sessions:links.${of.service_kind}`)}</TextLink> : null}
      {children}
    </div>
  )
}

/** The id of a session, to copy. */
export const sessionIdFact = (t: TFunction, id: string): Fact => ({
  label: t('sessions:field.session_id'),
  wide: true,
  value: (
    <>
      <Code value={id} /> <CopyButton value={id} what={t('sessions:field.session_id')} />
    </>
  ),
})
