import { search as records } from '@trunkline/contract/resources/search'
import { Loader, Modal, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconFile,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconSearch,
  IconSunMoon,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import type { CompanyContext } from '../../access/company-context.ts'
import { goTo } from '../../access/navigate.ts'
import { signOut, type SignedIn } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { menu } from '../../routes.ts'
import { menuFor } from './menu.ts'
import { paths, recordPath } from '../../paths.ts'
import { useActiveOption } from './active-option.ts'
import { matching, type PaletteEntry } from './palette-entries.ts'
import styles from './palette.module.css'

/** The number of records to request. */
const recordLimit = 12

function useCommands({
  session,
  context,
  onSheet,
}: {
  session: SignedIn
  context: CompanyContext
  onSheet: () => void
}): PaletteEntry[] {
  const { t } = useTranslation('panel')
  const can = useCan()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return useMemo(() => {
    const screens = [
      ...menuFor(session.role, can).map((entry) => ({ title: entry.title, to: entry.to, icon: entry.icon })),
      { title: 'profile', to: paths.profile.show, icon: IconFile },
      { title: 'latest', to: paths.latest, icon: IconFile },
      { title: 'legal', to: paths.legal, icon: IconFile },
    ]
    const actions: (PaletteEntry | false)[] = [
      can({ action: 'create', subject: 'companies' }) && {
        key: 'new-company',
        group: 'actions',
        text: t('palette.newCompany'),
        icon: IconPlus,
        run: () => goTo(paths.companies.create),
      },
      can({ action: 'create', subject: 'user-invites' }) && {
        key: 'invite',
        group: 'actions',
        text: t('palette.invite'),
        icon: IconUserPlus,
        run: () => goTo(paths.invites.create),
      },
      context.id !== undefined && {
        key: 'leave',
        group: 'actions',
        text: t('palette.leaveContext'),
        icon: IconArrowBackUp,
        run: () => context.set(undefined),
      },
      {
        key: 'skin',
        group: 'actions',
        text: t('palette.toggleSkin'),
        icon: IconSunMoon,
        run: () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
      },
      { key: 'sheet', group: 'actions', text: t('palette.showShortcuts'), icon: IconKeyboard, run: onSheet },
      !session.user.impersonator && {
        key: 'sign-out',
        group: 'actions',
        text: t('palette.signOut'),
        icon: IconLogout,
        run: () => void signOut(),
      },
    ]
    return [
      ...screens.map(({ title, to, icon }): PaletteEntry => ({
        key: to,
        group: 'screens',
        text: t(`panel:title.${title}`),
        icon,
        run: () => goTo(to),
      })),
      ...actions.filter((action) => action !== false),
    ]
  }, [session, can, t, context, colorScheme, setColorScheme, onSheet])
}

/** Searches screens, actions and records: type, select with the arrow keys, open with Enter. */
export default function Palette({
  session,
  context,
  onClose,
  onSheet,
}: {
  session: SignedIn
  context: CompanyContext
  onClose: () => void
  onSheet: () => void
}) {
  const { t } = useTranslation('panel')
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 150)
  const hits = useCall(
    records.index,
    { query: { query, limit: recordLimit } as never },
    { enabled: query.length > 0, staleTime: 5000 },
  )
  const commands = useCommands({ session, context, onSheet })
  const found = text.trim() === '' ? [] : (hits.data?.data ?? [])
  const iconOf = (kind: string) => menu.find((entry) => entry.ability?.subject === kind)?.icon ?? IconFile
  const entries = matching(
    [
      ...commands,
      ...found.flatMap((hit): PaletteEntry[] => {
        const to = recordPath(hit.kind, hit.id)
        if (to === undefined) return []
        return [
          {
            key: `${hit.kind}/${hit.id}`,
            group: 'records',
            text: hit.title,
            detail: [t(`kind.${hit.kind}`), hit.detail].filter(Boolean).join(' · '),
            title: hit.path,
            icon: iconOf(hit.kind),
            run: () => goTo(to),
          },
        ]
      }),
    ],
    text,
  )
  const box = useActiveOption(entries.length, text, (index) => {
    const entry = entries[index]
    if (!entry) return
    onClose()
    entry.run()
  })
  const searching = hits.isFetching || query !== text.trim()

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="12vh"
      returnFocus
      title={t('palette.title')}
      classNames={{ header: styles.header ?? '', content: styles.content ?? '' }}
    >
      <div className={styles.top}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          className={styles.field}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.input')}
          maxLength={200}
          spellCheck={false}
          {...box.field}
        />
        {searching && text.trim() !== '' && <Loader size={16} />}
      </div>
      <div {...box.list} className={styles.list} aria-label={t('palette.results')}>
        {entries.map((entry, index) => {
          const Icon = entry.icon ?? IconFile
          const first = entry.group !== entries[index - 1]?.group
          return (
            <div key={entry.key} role="presentation">
              {first && (
                <div className={styles.group} role="presentation">
                  {t(`palette.${entry.group}`)}
                </div>
              )}
              <div {...box.option(index)} className={styles.option} title={entry.title}>
                <Icon size={17} stroke={1.75} aria-hidden="true" />
                <span className={styles.text}>{entry.text}</span>
                {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
              </div>
            </div>
          )
        })}
      </div>
      <div className={styles.foot}>
        <span role="status">
          {hits.isError && text.trim() !== ''
            ? t('palette.failed')
            : searching && text.trim() !== ''
              ? t('palette.searching')
              : entries.length === 0
                ? t('palette.none', { text: text.trim() })
                : t('palette.count', { count: entries.length })}
        </span>
        <span className={styles.hint}>{t('palette.hint')}</span>
      </div>
    </Modal>
  )
}
