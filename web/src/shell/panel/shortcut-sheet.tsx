import { Modal, Switch } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import type { SignedIn } from '../../access/session.ts'
import { useShortcutPreference } from '../../api/preference.ts'
import { menuFor } from './menu.ts'
import { notify } from '../../ui/notify.ts'
import { isApple } from './keys.ts'
import styles from './shortcut-sheet.module.css'

function Rows({ title, rows }: { title: string; rows: { keys: ReactNode; text: string }[] }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.rows}>
        {rows.map(({ keys, text }) => (
          <Fragment key={text}>
            <dt>{keys}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

const Key = ({ children }: { children: string }) => <kbd className={styles.key}>{children}</kbd>

/** The list of shortcuts, with the switch for single-key ones. */
export default function ShortcutSheet({ session, onClose }: { session: SignedIn; onClose: () => void }) {
  const { t } = useTranslation('panel')
  const can = useCan()
  const [shortcuts, save] = useShortcutPreference()
  const on = shortcuts?.off !== true
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      size={640}
      returnFocus
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Switch
        label={t('shortcuts.switch')}
        description={t('shortcuts.switchHint')}
        checked={on}
        onChange={(event) =>
          void save({ off: !event.currentTarget.checked }).catch(() => notify.error(t('shortcuts.failed')))
        }
      />
      <div className={styles.columns}>
        <Rows
          title={t('shortcuts.general')}
          rows={[
            {
              keys: (
                <>
                  <Key>{isApple() ? '⌘' : 'Ctrl'}</Key> <Key>K</Key> {t('shortcuts.or')} <Key>/</Key>
                </>
              ),
              text: t('shortcuts.palette'),
            },
            { keys: <Key>?</Key>, text: t('shortcuts.sheet') },
            { keys: <Key>Esc</Key>, text: t('shortcuts.close') },
          ]}
        />
        <Rows
          title={t('shortcuts.lists')}
          rows={[
            { keys: <Key>j</Key>, text: t('shortcuts.next') },
            { keys: <Key>k</Key>, text: t('shortcuts.previous') },
            { keys: <Key>x</Key>, text: t('shortcuts.select') },
            { keys: <Key>e</Key>, text: t('shortcuts.actions') },
            { keys: <Key>Enter</Key>, text: t('shortcuts.open') },
          ]}
        />
        <Rows
          title={t('shortcuts.goTo')}
          rows={menuFor(session.role, can)
            .flatMap(({ tabs }) => tabs)
            .flatMap(({ key, title }) =>
              key === undefined
                ? []
                : {
                    keys: (
                      <>
                        <Key>g</Key> <Key>{key}</Key>
                      </>
                    ),
                    text: t(`panel:title.${title}`),
                  },
            )}
        />
      </div>
    </Modal>
  )
}
