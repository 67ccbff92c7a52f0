import { UnstyledButton } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './bar.module.css'

/** A bar above the page: new version, no network, signed in as another user. An alarm stays visible while scrolling. */
export function Bar({
  tone,
  label,
  children,
}: {
  tone: 'info' | 'warning' | 'alarm'
  label: string
  children: ReactNode
}) {
  const bar = useRef<HTMLElement>(null)
  const stays = tone === 'alarm'
  useEffect(() => {
    const node = bar.current
    if (!stays || !node) return
    // Other sticky parts stay below it, whatever its height.
    const root = document.documentElement.style
    const size = new ResizeObserver(() => root.setProperty('--tk-top', `${node.offsetHeight}px`))
    size.observe(node)
    return () => {
      size.disconnect()
      root.removeProperty('--tk-top')
    }
  }, [stays])
  return (
    <section ref={bar} className={styles.bar} data-tone={tone} aria-label={label}>
      {children}
    </section>
  )
}

export function BarButton({
  onClick,
  disabled = false,
  children,
}: {
  onClick: () => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <UnstyledButton className={styles.button ?? ''} onClick={onClick} disabled={disabled}>
      {children}
    </UnstyledButton>
  )
}
