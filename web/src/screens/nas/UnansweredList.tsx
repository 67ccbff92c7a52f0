import { nas, type UnansweredRow } from '@trunkline/contract/resources/nas'
import { IconEraser, IconPlugConnectedX } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import type { ApiError } from '../../api/request.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { StartedAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { LinkButton } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'

const button = { variant: 'default', size: 'compact-sm' } as const

/** Senders of unanswered RADIUS packets, with a solution for each: unknown addresses and the user's NAS devices. */
export default function UnansweredList() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const question = useQuestion()
  const update = useCommand(nas.update)
  const clear = useCommand(nas.clearUnanswered)

  const activate = (row: UnansweredRow, id: number) =>
    question.act(
      () => update.run({ params: { id }, body: { is_active: true, version: row.nas_version ?? 0 } }),
      t('nas:unanswered.activated', { name: row.nas_name ?? row.address }),
    )
  const solution = (row: UnansweredRow) => {
    const { nas_id } = row
    if (nas_id === null)
      return can(nas.store) ? (
        <LinkButton {...button} to={paths.nas.create} search={{ address: row.address }}>
          {t('nas:unanswered.add')}
        </LinkButton>
      ) : null
    if (row.reason === 'disabled')
      return canOn(nas.update, { id: nas_id, company_id: row.company_id }) ? (
        <Button {...button} onClick={() => activate(row, nas_id)}>
          {t('nas:unanswered.activate')}
        </Button>
      ) : null
    return (
      <LinkButton {...button} to={paths.nas.details(nas_id)} search={{ tab: 'setup' }}>
        {t('nas:unanswered.setup')}
      </LinkButton>
    )
  }
  const ago = (at: string) => <RelativeTime value={at} />
  const columns = fieldColumns<UnansweredRow>(t, 'nas', [
    { field: 'address', width: 140, card: 'title' },
    { field: 'reason', width: 270, card: 'fact', render: (row) => t(`nas:unanswered.short.${row.reason}`) },
    { field: 'id', header: t('nas:unanswered.solution'), width: 150, sort: false, card: 'status', render: solution },
    {
      field: 'nas_name',
      width: 160,
      card: 'fact',
      render: (row) => row.nas_name ?? <span className={layout.quiet}>{t('nas:unanswered.none')}</span>,
    },
    { field: 'count', width: 90, align: 'end', card: 'fact' },
    { field: 'last_at', width: 130, card: 'fact', render: (row) => ago(row.last_at) },
    { field: 'first_at', width: 140, hidden: true, render: (row) => ago(row.first_at) },
    {
      field: 'packet',
      width: 140,
      sort: false,
      hidden: true,
      render: (row) => (row.packet === '' ? '' : t(`nas:unanswered.packets.${row.packet}`)),
    },
    { field: 'company_name', width: 170, hidden: true },
  ])
  const remove: StartedAction = {
    key: 'clear',
    label: t('nas:unanswered.clear'),
    icon: <IconEraser size={16} aria-hidden="true" />,
    can: can(nas.clearUnanswered),
    start: (rows, done) =>
      question.confirm({
        title: t('nas:unanswered.clearTitle', { count: rows.length }),
        text: t('nas:unanswered.clearText'),
        confirmLabel: t('nas:unanswered.clear'),
        run: async () => {
          // An entry that another user has cleared in the meantime is no error.
          for (const { id } of rows)
            await clear.run({ params: { id } }).catch((error: ApiError) => {
              if (error.status !== 404) throw error
            })
          done()
        },
        done: t('nas:unanswered.cleared', { count: rows.length }),
      }),
  }
  return (
    <>
      <ListScreen<UnansweredRow>
        endpoint={nas.unanswered}
        name="nas-unanswered"
        namespace="nas"
        title={t('nas:unanswered.title')}
        subtitle={t('nas:unanswered.subtitle')}
        columns={columns}
        rowLink={(row) => (row.nas_id === null ? undefined : paths.nas.details(row.nas_id))}
        rowName={(row) => row.address}
        bulk={[remove]}
        every={15_000}
        valueLabel={(field, value) =>
          field === 'reason' ? t(`nas:unanswered.short.${value}`) : t(`nas:unanswered.packets.${value}`)
        }
        withoutFilter={['id', 'nas_id', 'company_id']}
        empty={{
          title: t('nas:unanswered.empty.title'),
          text: t('nas:unanswered.empty.text'),
          icon: <IconPlugConnectedX size={20} />,
        }}
      />
      {question.dialog}
    </>
  )
}
