import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './problem-notice.module.css'

/** A problem of the installation. */
export function ProblemNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.notice} role="status">
      <h2>
        <IconAlertTriangle size={18} aria-hidden="true" />
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A command to run on the host, with a copy button. */
export function HostCommand({ command }: { command: string }) {
  const { t } = useTranslation()
  return (
    <span className={classes.command}>
      <code>{command}</code>
      <CopyButton value={command} what={t('dashboard:command')} />
    </span>
  )
}
