import { IconCheck, IconLinkOff, IconMail, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageIntro } from './access-layout.tsx'
import classes from './access.module.css'

const signs: Record<'good' | 'bad' | 'email', Icon> = { good: IconCheck, bad: IconLinkOff, email: IconMail }

/** The result of a step, with links to the next one. */
export function StatusMessage({
  kind,
  title,
  text,
  children,
}: {
  kind: keyof typeof signs
  title: string
  text: ReactNode
  children?: ReactNode
}) {
  const Sign = signs[kind]
  return (
    <>
      <span className={classes.sign} data-tone={kind} aria-hidden="true">
        <Sign size={24} stroke={1.75} />
      </span>
      <div role="status">
        <PageIntro title={title}>{text}</PageIntro>
      </div>
      {children ? <div className={classes.actions}>{children}</div> : null}
    </>
  )
}
