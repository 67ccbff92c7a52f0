import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, type Icon } from '@tabler/icons-react'
import type { KeyboardEventHandler } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton, type LinkTarget } from '../../ui/link.tsx'

/** An icon button of a row. With `why` it does nothing and shows the reason. */
export function RowButton({
  icon: Shape,
  label,
  name,
  why,
  expanded,
  onClick,
  onKeyDown,
}: {
  icon: Icon
  /** Shown as a tooltip. */
  label: string
  /** Accessible name: the action and its row. */
  name: string
  why?: string | undefined
  expanded?: boolean
  onClick: () => void
  onKeyDown?: KeyboardEventHandler
}) {
  return (
    <Tooltip label={why ?? label} multiline maw={280}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={name}
        aria-disabled={why !== undefined}
        data-disabled={why === undefined ? undefined : true}
        onClick={() => why === undefined && onClick()}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
        {...(onKeyDown ? { onKeyDown } : {})}
      >
        <Shape size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

export function RemoveButton({ name, why, onClick }: { name: string; why?: string | undefined; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <RowButton
      icon={IconTrash}
      label={t('lan:remove')}
      name={t('lan:removeOf', { name })}
      why={why}
      onClick={onClick}
    />
  )
}

/** Opens the form of a row on its own page. */
export function EditLink({ name, ...target }: LinkTarget & { name: string }) {
  const { t } = useTranslation()
  return (
    <LinkButton
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-label={t('lan:editOf', { name })}
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      {...target}
    >
      {t('lan:edit')}
    </LinkButton>
  )
}

/** Adds a row: opens a form in place, or on its own page. */
export function AddButton({ label, onClick, to }: { label: string; onClick?: () => void; to?: LinkTarget }) {
  const leftSection = <IconPlus size={16} aria-hidden="true" />
  return to ? (
    <LinkButton {...to} leftSection={leftSection}>
      {label}
    </LinkButton>
  ) : (
    <Button variant="default" size="compact-md" leftSection={leftSection} {...(onClick ? { onClick } : {})}>
      {label}
    </Button>
  )
}
