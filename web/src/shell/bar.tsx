import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './bar.module.css'

/** A strip over the page: newer version, no network, acting as somebody. */
export function Bar({ tone, label, children }: { tone: 'info' | 'warning' | 'alarm'; label: string; children: ReactNode }) {
  return (
    <section className={styles.bar} data-tone={tone} aria-label={label}>
      {children}
    </section>
  )
}

export function BarButton({ onClick, disabled = false, children }: { onClick: () => void; disabled?: boolean; children: ReactNode }) {
  return (
    <UnstyledButton className={styles.button ?? ''} onClick={onClick} disabled={disabled}>
      {children}
    </UnstyledButton>
  )
}
