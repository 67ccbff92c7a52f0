import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from '../i18n/use-translation.ts'
import type { MenuAction } from '../ui/action-menu.tsx'
import { Time } from '../ui/time.tsx'
import classes from './detail.module.css'

/**
 * Shown above the page of a record in the trash: since when, and the way back.
 * @param actions of the page; the one with the key `recover` restores the record. Without it the user may not.
 */
export function DeletedBanner({ at, actions }: { at: string; actions: readonly MenuAction[] }) {
  const { t } = useTranslation()
  const recover = actions.find(({ key }) => key === 'recover')
  return (
    <section className={classes.deleted} aria-label={t('detail:deleted.label')}>
      <IconTrash size={20} aria-hidden="true" />
      <div className={classes.deletedText}>
        <strong>
          {t('detail:deleted.title')} <Time value={at} />
        </strong>
        <span>{recover?.disabledReason ?? t(recover ? 'detail:deleted.text' : 'detail:deleted.readOnly')}</span>
      </div>
      {recover && !recover.disabledReason ? (
        <Button leftSection={recover.icon} onClick={recover.onClick}>
          {recover.label}
        </Button>
      ) : null}
    </section>
  )
}
