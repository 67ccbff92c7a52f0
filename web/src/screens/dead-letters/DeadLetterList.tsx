import { deadLetters, type DeadLetter } from '@trunkline/contract/resources/dead-letter'
import { IconMailX, IconRefresh, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ApiError } from '../../api/call.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { BulkAction, BulkSelection, ListColumn } from '../../list/list-types.ts'
import { useQuestion } from '../../ui/question.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { DetailsButton, NasName } from '../sessions/cells.tsx'
import { SessionTabs } from '../sessions/session-tabs.tsx'
import { escapeOctets } from './attributes.ts'
import classes from './dead-letters.module.css'

const DeadLetterDrawer = lazy(() => loadChunk(() => import('./dead-letter-drawer.tsx')))

/** Accounting records and logins that could not be stored, with the ways to store or delete them. */
export default function DeadLetterList() {
  const { t } = useTranslation()
  const can = useCan()
  const retry = useCommand(deadLetters.retry)
  const destroy = useCommand(deadLetters.destroy)
  const { ask, act, dialog } = useQuestion()
  const [shown, setShown] = useState<{ letter: DeadLetter; expectChange: (() => void) | undefined } | null>(null)
  const login = (row: DeadLetter) => escapeOctets(row.login) || t('dead-letters:noLogin')

  /** One record: what the report says against it is thrown, so that the notice or the dialog shows it. */
  const one = async (command: typeof retry | typeof destroy, row: DeadLetter) => {
    shown?.expectChange?.()
    const [outcome] = (await command.run({ body: { ids: [row.id] } })).data
    setShown(null)
    if (outcome && !outcome.ok)
      throw new ApiError({ status: 409, code: 'conflict', message: outcome.message ?? outcome.code ?? '' })
  }
  const retryOne = (row: DeadLetter) => act(() => one(retry, row), t('dead-letters:retry.done'))
  const destroyOne = (row: DeadLetter) =>
    ask({
      title: t('dead-letters:destroy.title'),
      text: t('dead-letters:destroy.text'),
      confirmLabel: t('dead-letters:destroy.action'),
      tone: 'danger',
      run: () => one(destroy, row),
      done: t('dead-letters:destroy.done'),
    })

  const columns: ListColumn<DeadLetter>[] = [
    { field: 'login', header: t('dead-letters:field.login'), width: 170, card: 'title', render: login },
    {
      field: 'reason',
      header: t('dead-letters:field.reason'),
      width: 200,
      sort: false,
      card: 'fact',
      render: (row) => t(`dead-letters:value.reason.${row.reason}`),
    },
    {
      field: 'error',
      header: t('dead-letters:field.error'),
      width: 280,
      sort: false,
      render: (row) => <span className={classes.code}>{escapeOctets(row.error)}</span>,
    },
    {
      field: 'nas_name',
      header: t('dead-letters:field.nas_name'),
      width: 130,
      card: 'fact',
      render: (row) => <NasName row={row} />,
    },
    {
      field: 'at',
      header: t('dead-letters:field.at'),
      width: 175,
      card: 'fact',
      render: (row) => <Time value={row.at} />,
    },
    { field: 'retries', header: t('dead-letters:field.retries'), width: 100, align: 'end', card: 'fact' },
    {
      field: 'attributes',
      header: t('dead-letters:field.attributes'),
      width: 110,
      sort: false,
      card: 'fact',
      render: (row, list) => (
        <DetailsButton
          label={t('dead-letters:open', { name: login(row) })}
          onOpen={() => setShown({ letter: row, expectChange: list?.expectChange })}
        />
      ),
    },
    {
      field: 'kind',
      header: t('dead-letters:field.kind'),
      width: 130,
      hidden: true,
      render: (row) => t(`dead-letters:value.kind.${row.kind}`),
    },
    { field: 'sqlstate', header: t('dead-letters:field.sqlstate'), width: 110, hidden: true },
    {
      field: 'retried_at',
      header: t('dead-letters:field.retried_at'),
      width: 150,
      hidden: true,
      render: (row) => <RelativeTime value={row.retried_at} />,
    },
    { field: 'id', header: t('dead-letters:field.id'), width: 100, hidden: true },
  ]

  const bulk: BulkAction<number>[] = [
    {
      key: 'retry',
      label: t('dead-letters:retry.action'),
      icon: <IconRefresh size={16} aria-hidden="true" />,
      can: can(deadLetters.retry),
      confirm: { title: t('dead-letters:retry.many'), text: () => t('dead-letters:retry.text') },
      run: async (selection: BulkSelection) => (await retry.run({ body: selection })).data,
    },
    {
      key: 'destroy',
      label: t('dead-letters:destroy.action'),
      icon: <IconTrash size={16} aria-hidden="true" />,
      tone: 'danger',
      can: can(deadLetters.destroy),
      confirm: { title: t('dead-letters:destroy.many'), text: () => t('dead-letters:destroy.text') },
      run: async (selection: BulkSelection) => (await destroy.run({ body: selection })).data,
    },
  ]

  return (
    <>
      <ListScreen<DeadLetter>
        endpoint={deadLetters.index}
        name="dead-letters"
        title={t('dead-letters:title')}
        subtitle={t('dead-letters:subtitle')}
        nav={<SessionTabs />}
        columns={columns}
        rowName={login}
        bulk={bulk}
        every={60_000}
        rowActions={(row) =>
          can(deadLetters.retry)
            ? [
                {
                  key: 'retry',
                  label: t('dead-letters:retry.action'),
                  icon: <IconRefresh size={16} aria-hidden="true" />,
                  onClick: () => retryOne(row),
                  disabledReason: row.kind === 'login' ? t('dead-letters:retry.notLogin') : undefined,
                },
                {
                  key: 'destroy',
                  label: t('dead-letters:destroy.action'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  tone: 'danger' as const,
                  onClick: () => destroyOne(row),
                },
              ]
            : []
        }
        withoutFilter={['id', 'nas_id']}
        empty={{
          title: t('dead-letters:empty.title'),
          text: t('dead-letters:empty.text'),
          icon: <IconMailX size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {shown ? (
          <DeadLetterDrawer
            letter={shown.letter}
            onClose={() => setShown(null)}
            onRetry={
              can(deadLetters.retry) && shown.letter.kind === 'accounting' ? () => retryOne(shown.letter) : undefined
            }
            onDelete={can(deadLetters.destroy) ? () => destroyOne(shown.letter) : undefined}
          />
        ) : null}
      </Suspense>
      {dialog}
    </>
  )
}
