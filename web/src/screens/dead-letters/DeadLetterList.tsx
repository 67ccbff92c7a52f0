import { deadLetters, type DeadLetter } from '@trunkline/contract/resources/dead-letter'
import { IconMailX, IconRefresh, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { bulkAction } from '../../record/bulk-action.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import layout from '../../ui/layout.module.css'
import { RelativeTime } from '../../ui/time.tsx'
import { columnsOf, DetailsButton } from '../sessions/cells.tsx'
import { escapeOctets } from './attributes.ts'

const DeadLetterDrawer = lazy(() => loadChunk(() => import('./dead-letter-drawer.tsx')))

/** Accounting records and logins that could not be stored, with the actions that store or delete them. */
export default function DeadLetterList() {
  const { t } = useTranslation()
  const can = useCan()
  const retry = useCommand(deadLetters.retry)
  const destroy = useCommand(deadLetters.destroy)
  const [shown, setShown] = useState<{ letter: DeadLetter; expectChange: (() => void) | undefined } | null>(null)
  const login = (row: DeadLetter) => escapeOctets(row.login) || t('dead-letters:noLogin')
  const { act, confirm, dialog } = useRecordActions<DeadLetter>({ texts: 'dead-letters', nameOf: login })

  const runOn = (command: typeof retry | typeof destroy, row: DeadLetter) => async () => {
    shown?.expectChange?.()
    const report = (await command.run({ body: { ids: [row.id] } })).data
    setShown(null)
    settleOnly(report)
  }
  const actionsOf = (row: DeadLetter) => [
    ...(can(deadLetters.retry)
      ? [
          act('retry', row, {
            icon: IconRefresh,
            why: row.kind === 'login' ? t('dead-letters:why.login') : undefined,
            run: runOn(retry, row),
          }),
        ]
      : []),
    ...(can(deadLetters.destroy)
      ? [confirm('destroy', row, { icon: IconTrash, tone: 'danger', run: runOn(destroy, row) })]
      : []),
  ]

  return (
    <>
      <ListScreen<DeadLetter>
        endpoint={deadLetters.index}
        name="dead-letters"
        title={t('dead-letters:title')}
        subtitle={t('dead-letters:subtitle')}
        columns={columnsOf<DeadLetter>(
          t,
          [
            { field: 'login', width: 150, card: 'title', render: login },
            { field: 'reason', width: 160, sort: false, card: 'fact' },
            {
              field: 'error',
              width: 180,
              sort: false,
              render: (row) => <span className={layout.code}>{escapeOctets(row.error)}</span>,
            },
            { field: 'nas_name', width: 115, card: 'fact' },
            { field: 'at', width: 180, card: 'fact' },
            { field: 'retries', width: 80, align: 'end', card: 'fact' },
            {
              field: 'attributes',
              width: 100,
              sort: false,
              card: 'fact',
              render: (row, list) => (
                <DetailsButton
                  label={t('dead-letters:open', { name: login(row) })}
                  onOpen={() => setShown({ letter: row, expectChange: list?.expectChange })}
                />
              ),
            },
            { field: 'kind', width: 130, hidden: true },
            { field: 'sqlstate', width: 110, hidden: true },
            { field: 'retried_at', width: 150, hidden: true, render: (row) => <RelativeTime value={row.retried_at} /> },
            { field: 'id', width: 100, hidden: true },
          ],
          'dead-letters',
        )}
        rowName={login}
        bulk={[
          bulkAction(t, 'dead-letters', {
            key: 'retry',
            icon: IconRefresh,
            can: can(deadLetters.retry),
            run: async (selection) => (await retry.run({ body: selection })).data,
          }),
          bulkAction(t, 'dead-letters', {
            key: 'destroy',
            icon: IconTrash,
            tone: 'danger',
            can: can(deadLetters.destroy),
            run: async (selection) => (await destroy.run({ body: selection })).data,
          }),
        ]}
        every={60_000}
        rowActions={actionsOf}
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
            actions={actionsOf(shown.letter).filter((action) => action.disabledReason === undefined)}
          />
        ) : null}
      </Suspense>
      {dialog}
    </>
  )
}
