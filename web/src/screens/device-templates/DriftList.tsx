import { deviceDrift, type DriftRow } from '@trunkline/contract/resources/device-drift'
import { hardware } from '@trunkline/contract/resources/hardware'
import { IconArrowBackUp, IconArrowsDiff, IconCheck, IconEyeOff, IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { TextField } from '../../form/fields.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import layout from '../../ui/layout.module.css'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** Differences between devices and their templates. */
export default function DriftList() {
  const { t } = useTranslation()
  const can = useCan()
  const go = useGo()
  const decide = useCommand(deviceDrift.decide)
  const plan = useCommand(deviceDrift.plan, { subjects: ['rollouts'] })
  const question = useQuestion()
  const [accepted, setAccepted] = useState<DriftRow | null>(null)
  const nameOf = (row: DriftRow) => [row.device_name, row.menu, row.row_key, row.field].filter(Boolean).join(' ')
  const put = (row: DriftRow, state: DriftRow['state'], note: string | null = null) =>
    decide.run({ params: { id: row.hardware_id }, body: { ids: [row.id], state, note } })
  return (
    <>
      <ListScreen<DriftRow>
        endpoint={deviceDrift.index}
        name="device-drift"
        title={t('device-templates:drift.title')}
        subtitle={t('device-templates:drift.subtitle')}
        rowLink={(row) => paths.hardware.detail(row.hardware_id)}
        rowName={nameOf}
        columns={fieldColumns<DriftRow>(t, 'device-templates', [
          { field: 'device_name', width: 170, card: 'title', below: (row) => [row.site_name, row.company_name] },
          {
            field: 'state',
            width: 105,
            card: 'status',
            render: ({ state }) => t(`device-templates:value.state.${state}`),
          },
          {
            field: 'menu',
            width: 175,
            card: 'fact',
            render: (row) => [row.menu, row.row_key].filter(Boolean).join(' '),
          },
          {
            field: 'field',
            width: 120,
            card: 'fact',
            sort: false,
            render: (row) => row.field || t(`device-templates:value.verb.${row.verb}`),
          },
          { field: 'actual', width: 145, card: 'fact', sort: false },
          {
            field: 'desired',
            width: 145,
            card: 'fact',
            sort: false,
            render: (row) => (
              <span className={layout.cellLines} title={`${row.desired ?? '–'}, ${row.template_name}`}>
                <span>{row.desired ?? '–'}</span>
                <span className={layout.hint}>{row.template_name}</span>
              </span>
            ),
          },
          { field: 'template_name', width: 170, hidden: true },
          { field: 'note', width: 180, hidden: true, sort: false },
          { field: 'decided_by', width: 160, hidden: true, sort: false },
          { field: 'site_name', width: 150, hidden: true },
          { field: 'company_name', width: 170, hidden: true },
          { field: 'found_at', width: 125, render: (row) => <RelativeTime value={row.found_at} /> },
        ])}
        withoutFilter={['id', 'company_id', 'site_id', 'hardware_id', 'template_id']}
        bulk={[
          {
            key: 'plan',
            label: t('device-templates:drift.plan'),
            icon: actionIcon(IconListCheck),
            can: can(deviceDrift.plan),
            start: (rows) =>
              question.confirm({
                title: t('device-templates:drift.plan'),
                text: t('device-templates:drift.planText'),
                confirmLabel: t('device-templates:plan.submit'),
                done: t('device-templates:plan.done'),
                run: async () => {
                  const { data } = await plan.run({
                    body: {
                      name: t('device-templates:drift.title'),
                      drift_ids: rows.map(({ id }) => id),
                      soak_minutes: 5,
                    },
                  })
                  await go(paths.rollouts.details(data.id))
                },
              }),
          },
        ]}
        rowActions={(row) =>
          can(hardware.update)
            ? [
                ...(row.state === 'accepted'
                  ? []
                  : [
                      {
                        key: 'accept',
                        label: t('device-templates:drift.accept'),
                        icon: actionIcon(IconCheck),
                        onClick: () => setAccepted(row),
                      },
                    ]),
                ...(row.state === 'open'
                  ? [
                      {
                        key: 'ignore',
                        label: t('device-templates:drift.ignore'),
                        icon: actionIcon(IconEyeOff),
                        onClick: () => question.act(() => put(row, 'ignored'), t('device-templates:drift.ignored')),
                      },
                    ]
                  : [
                      {
                        key: 'open',
                        label: t('device-templates:drift.open'),
                        icon: actionIcon(IconArrowBackUp),
                        onClick: () => question.act(() => put(row, 'open'), t('device-templates:drift.opened')),
                      },
                    ]),
              ]
            : []
        }
        empty={{
          title: t('device-templates:drift.none'),
          text: t('device-templates:drift.noneText'),
          icon: <IconArrowsDiff size={20} />,
        }}
      />
      {accepted ? (
        <FormDialog<{ note: string }>
          title={t('device-templates:drift.accept')}
          text={t('device-templates:drift.acceptText', { name: nameOf(accepted) })}
          initial={{ note: '' }}
          submitLabel={t('device-templates:drift.accept')}
          onClose={() => setAccepted(null)}
          onSubmit={async ({ note }) => {
            await put(accepted, 'accepted', note.trim() || null)
            notify.success(t('device-templates:drift.accepted'))
            setAccepted(null)
          }}
        >
          <TextField name="note" label={t('device-templates:field.note')} maxLength={500} autoComplete="off" />
        </FormDialog>
      ) : null}
      {question.dialog}
    </>
  )
}
