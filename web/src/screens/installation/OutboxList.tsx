import { IconMail, IconRefresh } from '@tabler/icons-react'
import { installation, type MailRow } from '@trunkline/contract/resources/installation'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import { MailState, useMailKind } from './mail-state.tsx'

/** The e-mails of the installation. */
export default function OutboxList() {
  const { t } = useTranslation()
  const kindName = useMailKind()
  const boot = useCall(installation.boot, {}, { staleTime: 5 * 60_000 })
  const retry = useCommand(installation.retryMail)
  const configured = boot.data?.data.mail_configured
  const columns = fieldColumns<MailRow>(t, 'installation', [
    { field: 'subject', width: 270, card: 'title' },
    { field: 'to', width: 230, card: 'fact' },
    { field: 'kind', width: 150, render: (row) => kindName(row.kind) },
    {
      field: 'state',
      width: 130,
      card: 'status',
      render: (row) => <MailState state={row.state} />,
    },
    { field: 'attempts', width: 90, align: 'end', hidden: true },
    { field: 'created_at', width: 190, card: 'fact' },
    { field: 'sent_at', width: 180, hidden: true },
    { field: 'last_error', width: 260, hidden: true },
    { field: 'id', width: 90, hidden: true },
  ])
  const { act } = useRecordActions<MailRow>({ texts: 'installation', nameOf: (row) => row.subject })
  return (
    <ListScreen<MailRow>
      endpoint={installation.outbox}
      name="outbox"
      namespace="installation"
      title={t('installation:title')}
      subtitle={configured === false ? t('installation:noMailServer') : t('installation:subtitle')}
      columns={columns}
      rowLink={(row) => paths.outbox.mail(row.id)}
      rowName={(row) => row.subject}
      rowActions={(row) =>
        configured && (row.state === 'failed' || row.state === 'kept')
          ? [act('retry', row, { icon: IconRefresh, run: () => retry.run({ params: { id: row.id } }) })]
          : []
      }
      empty={{ title: t('installation:empty.title'), text: t('installation:empty.text'), icon: <IconMail size={20} /> }}
    />
  )
}
