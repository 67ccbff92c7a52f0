import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { CompanyContext } from '../../access/company-context.ts'
import type { SignedIn } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { announce } from '../../ui/announcer.tsx'
import { notify } from '../../ui/notify.ts'
import { Contained } from './contained.tsx'
import type { PickerLevel } from './tenant-picker.tsx'
import styles from './tenant-switcher.module.css'

const Picker = lazy(() => loadChunk(() => import('./tenant-picker.tsx')))

/** One step of the path; it opens a search of that level. */
function Part({
  text,
  label,
  current,
  level,
  context,
  onlyArrow = false,
}: {
  text: string
  label: string
  current: boolean
  level: PickerLevel
  context: CompanyContext
  onlyArrow?: boolean
}) {
  const [opened, setOpened] = useState(false)
  const choose = (id: number | undefined) => {
    setOpened(false)
    context.set(id)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(23rem, calc(100vw - 1.5rem))"
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Popover.Target>
        <UnstyledButton
          className={styles.part ?? ''}
          data-current={current}
          data-arrow={onlyArrow}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
          aria-label={label}
          title={text || undefined}
        >
          {!onlyArrow && <span className={styles.text}>{text}</span>}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Contained>
          <Suspense fallback={<div className={styles.waiting} />}>
            <Picker level={level} chosen={context.id} onChoose={choose} />
          </Suspense>
        </Contained>
      </Popover.Dropdown>
    </Popover>
  )
}

/** `Provider / Master / … / Client` in the header: the selected company, and how to select another one. */
export function TenantSwitcher({ session, context }: { session: SignedIn; context: CompanyContext }) {
  const { t } = useTranslation('panel')
  const { path } = context
  const own = session.user.company
  const last = path.at(-1)
  const away = context.id !== undefined

  // Announced when it changes, not when the page opens.
  const before = useRef(context.id)
  const name = away && last?.id === context.id ? last?.name : undefined
  useEffect(() => {
    if (before.current === context.id) return
    if (context.id === undefined) announce(t('context.left'))
    else if (name) announce(t('context.entered', { name }))
    else return
    before.current = context.id
  }, [context.id, name, t])
  const { missing, set } = context
  useEffect(() => {
    if (!missing) return
    notify.error(t('context.missing'))
    set(undefined)
  }, [missing, set, t])

  if (own.type === 'client')
    return (
      <div className={styles.path}>
        <span className={styles.alone}>{own.name}</span>
      </div>
    )
  return (
    <nav className={styles.path} aria-label={t('context.label')}>
      <ol className={styles.parts}>
        {path.map((step, index) => (
          <li key={step.id} className={styles.item} data-last={index === path.length - 1}>
            {index > 0 && <IconChevronRight size={14} className={styles.slash} aria-hidden="true" />}
            <Part
              text={step.name}
              label={t(index === 0 ? 'context.choose' : 'context.change', { name: step.name })}
              current={index === path.length - 1}
              level={
                index === 0 ? { kind: 'all', own: step } : { kind: 'siblings', parent: path[index - 1] ?? step, step }
              }
              context={context}
            />
          </li>
        ))}
        {away && last && last.type !== 'client' && (
          <li className={`${styles.item} ${styles.down}`} data-last="true">
            <IconChevronRight size={14} className={styles.slash} aria-hidden="true" />
            <Part
              text=""
              label={t('context.choose', { name: last.name })}
              current={false}
              level={{ kind: 'below', parent: last }}
              context={context}
              onlyArrow
            />
          </li>
        )}
      </ol>
      {away && (
        <Tooltip label={t('context.leaveShort')} withArrow>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={() => set(undefined)}
            aria-label={t('context.leave', { name: last?.name ?? '' })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </nav>
  )
}
