import type { CompanyType } from '@trunkline/contract/abilities'
import { companies, type CompanyStep } from '@trunkline/contract/resources/company'
import { Loader, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useActiveOption } from './active-option.ts'
import styles from './tenant-picker.module.css'

/** The scope of the search: all companies below the own one, siblings of a step, or its children. */
export type PickerLevel =
  | { kind: 'all'; own: CompanyStep }
  | { kind: 'siblings'; parent: CompanyStep; step: CompanyStep }
  | { kind: 'below'; parent: CompanyStep }

interface Option {
  /** Undefined: back to the own company. */
  id: number | undefined
  name: string
  detail: string | undefined
}

/** Levels that the search can be filtered by, by the user's selector abilities. */
const levels = ['master-distributor', 'distributor', 'reseller', 'client'] as const satisfies CompanyType[]

/** Requests a page of a lookup. */
const pageSize = 20

/** The path of a company without its own name. */
const above = (row: { name: string; path?: string | undefined }) =>
  row.path?.endsWith(` / ${row.name}`) ? row.path.slice(0, -row.name.length - 3) : ''

/** Searches one level of the hierarchy, 20 results per page. */
export default function TenantPicker({
  level,
  chosen,
  onChoose,
}: {
  level: PickerLevel
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}) {
  const { t } = useTranslation('panel')
  const can = useCan()
  const field = useRef<HTMLInputElement>(null)
  // The picker may be loaded after the popover has set the focus.
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState('')
  const [type, setType] = useState('')
  const [query] = useDebouncedValue(text.trim(), 180)
  const found = useCall(companies.lookup, {
    query: {
      query: query || undefined,
      parent_id: level.kind === 'all' ? undefined : level.parent.id,
      type_id: (type || undefined) as CompanyType | undefined,
    } as never,
  })
  const up: Option[] =
    level.kind === 'below' || query || type
      ? []
      : [
          {
            id: level.kind === 'all' ? undefined : level.parent.id,
            name: t('context.own', { name: level.kind === 'all' ? level.own.name : level.parent.name }),
            detail: undefined,
          },
        ]
  const own = level.kind === 'all' ? level.own.id : undefined
  const rows = (found.data?.data ?? []).filter(({ id }) => id !== own)
  const options: Option[] = [
    ...up,
    ...rows.map((row) => ({
      id: row.id,
      name: row.name,
      detail: [t(`shell:companyType.${row.type}`), above(row)].filter(Boolean).join(' · '),
    })),
  ]
  const box = useActiveOption(options.length, `${query}/${type}`, (index) => onChoose(options[index]?.id))
  const shownLevels = levels.filter((one) => can({ action: 'select', subject: one }))

  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        <TextInput
          ref={field}
          className={styles.field ?? ''}
          aria-label={t('context.search')}
          placeholder={t('context.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={found.isFetching ? <Loader size={14} /> : null}
          {...box.field}
        />
        {level.kind === 'all' && shownLevels.length > 1 && (
          <NativeSelect
            aria-label={t('context.type')}
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
            data={[
              { value: '', label: t('context.every') },
              ...shownLevels.map((one) => ({ value: one, label: t(`shell:companyType.${one}`) })),
            ]}
          />
        )}
      </div>
      <div {...box.list} className={styles.list} aria-label={t('context.search')}>
        {options.map((option, index) => (
          <div
            key={option.id ?? 'own'}
            {...box.option(index)}
            className={styles.option}
            data-chosen={option.id === chosen}
          >
            <span className={styles.name}>{option.name}</span>
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
          </div>
        ))}
      </div>
      <div role="status" className={styles.note}>
        {found.isError
          ? t('context.failed')
          : found.data &&
            (rows.length === 0
              ? t(query || type ? 'context.none' : 'context.noneBelow')
              : t(rows.length >= pageSize - 1 ? 'context.foundMore' : 'context.found', { count: rows.length }))}
      </div>
    </div>
  )
}
