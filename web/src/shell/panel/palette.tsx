import { search as records, type SearchState } from '@trunkline/contract/resources/search'
import { Loader, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFile, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useActiveOption } from './active-option.ts'
import { matching, type PaletteEntry } from './palette-entries.ts'
import styles from './palette.module.css'
import { useCommand, useFixedEntries, useHitEntries, type PaletteContext } from './use-palette-entries.ts'

/** The number of records of each kind to request. */
const recordLimit = 6

const tones: Partial<Record<SearchState, Tone>> = {
  online: 'good',
  active: 'good',
  accepted: 'good',
  bound: 'good',
  allowed: 'good',
  assigned: 'good',
  partial: 'warning',
  pending: 'warning',
  suspended: 'warning',
  expired: 'warning',
  quarantined: 'warning',
  offline: 'bad',
  blocked: 'bad',
  terminated: 'bad',
}

const useRecords = (query: string) =>
  useCall(
    records.index,
    { query: { query, limit: recordLimit } as never },
    { enabled: query.length > 0, staleTime: 5000 },
  )

/** An entry with its state; below that what it is, and where a record is. */
function Option({ entry }: { entry: PaletteEntry }) {
  const { t } = useTranslation('panel')
  const Icon = entry.icon ?? IconFile
  return (
    <>
      <Icon size={17} stroke={1.75} aria-hidden="true" />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.text}>{entry.text}</span>
          {entry.state ? (
            <StatusBadge tone={tones[entry.state] ?? 'neutral'}>{t(`search:state.${entry.state}`)}</StatusBadge>
          ) : null}
        </span>
        {entry.detail || entry.path ? (
          <span className={styles.about}>
            {entry.detail ? <span className={styles.detail}>{entry.detail}</span> : null}
            {entry.path ? (
              <span className={styles.path}>
                <bdi>{entry.path}</bdi>
              </span>
            ) : null}
          </span>
        ) : null}
      </span>
    </>
  )
}

/**
 * Searches pages, tabs, actions and records: type, select with the arrow keys, open with Enter. A command with the name
 * of a record ("reboot quay router") is an entry of its own.
 */
export default function Palette({ onClose, ...context }: PaletteContext & { onClose: () => void }) {
  const { t } = useTranslation('panel')
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 150)
  const command = useCommand(query)
  const hits = useRecords(query)
  const commandHits = useRecords(command?.rest ?? '')
  const isEmpty = text.trim() === ''
  const fixed = useFixedEntries(context)
  const found = useHitEntries(
    context,
    isEmpty ? [] : (hits.data?.data ?? []),
    isEmpty || command === undefined ? undefined : { head: command.head, found: commandHits.data?.data ?? [] },
  )
  const entries = matching([...fixed, ...found], text)
  const box = useActiveOption(entries.length, text, (index) => {
    const entry = entries[index]
    if (!entry) return
    if (entry.typed !== undefined) return setText(entry.typed)
    onClose()
    entry.run()
  })
  const searching = hits.isFetching || commandHits.isFetching || query !== text.trim()
  const failed = hits.isError || commandHits.isError
  const expected = fixed.find(({ typed }) => typed !== undefined && typed.trim() === text.trim())

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={680}
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
        {searching && !isEmpty && <Loader size={16} />}
      </div>
      <div {...box.list} className={styles.list} aria-label={t('palette.results')}>
        {entries.map((entry, index) => (
          <div key={`${entry.group}/${entry.key}`} role="presentation">
            {entry.group !== entries[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {t([`search:group.${entry.group}`, `panel:palette.${entry.group}`])}
              </div>
            )}
            <div {...box.option(index)} className={styles.option} title={entry.path}>
              <Option entry={entry} />
            </div>
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <span role="status">
          {failed && !isEmpty
            ? t('palette.failed')
            : searching && !isEmpty
              ? t('palette.searching')
              : expected !== undefined
                ? t('search:of', { page: expected.typed?.trim() })
                : entries.length === 0
                  ? t('palette.none', { text: text.trim() })
                  : t('palette.count', { count: entries.length })}
        </span>
        <span className={styles.hint}>{t('palette.hint')}</span>
      </div>
    </Modal>
  )
}
