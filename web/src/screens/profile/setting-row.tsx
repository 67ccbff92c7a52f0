import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import layout from '../../ui/layout.module.css'

/** A row of a card: what it is about, and its control or buttons. `id` names the title, `id-text` the text. */
export function SettingRow({
  id,
  icon,
  title,
  text,
  children,
}: {
  id?: string
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <Group gap="sm" wrap="nowrap" flex="1 1 240px" miw={0}>
        {icon ? <Group flex="none">{icon}</Group> : null}
        <div className={layout.stacked}>
          <strong id={id}>{title}</strong>
          {text ? (
            <span className={layout.hint} id={id && `${id}-text`}>
              {text}
            </span>
          ) : null}
        </div>
      </Group>
      {children}
    </li>
  )
}
