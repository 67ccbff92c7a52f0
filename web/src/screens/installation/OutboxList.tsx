import { IconMail, IconRefresh } from '@tabler/icons-react'
import { installation, type MailRow } from '@trunkline/contract/resources/installation'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { MailState, useMailKind } from './mail-state.tsx'

/** Every mail of the installation. */
export default function OutboxList() {
  const { t } = useTranslation()
  const kindName = useMailKind()
  const boot = useCall(installation.boot, {}, { staleTime: 5 * 60_000 })
  const retry = useCommand(installation.retryMail)
  const configured = boot.data?.data.mail_configured
  const columns: ListColumn<MailRow>[] = [
    { field: 'subject', header: t('installation:field.subject'), width: 300, card: 'title' },
    { field: 'to', header: t('installation:field.to'), width: 250, card: 'fact' },
    { field: 'kind', header: t('installation:field.kind'), width: 150, render: (row) => kindName(row.kind) },
    {
      field: 'state',
      header: t('installation:field.state'),
      width: 130,
      card: 'status',
      render: (row) => <MailState state={row.state} />,
    },
    { field: 'attempts', header: t('installation:field.attempts'), width: 90, align: 'end', hidden: true },
    { field: 'created_at', header: t('installation:field.created_at'), width: 170, card: 'fact' },
    { field: 'sent_at', header: t('installation:field.sent_at'), width: 180, hidden: true },
    { field: 'last_error', header: t('installation:field.last_error'), width: 260, hidden: true },
    { field: 'id', header: t('installation:field.id'), width: 90, hidden: true },
  ]
  const again = (row: MailRow) =>
    void retry.run({ params: { id: row.id } }).then(
      () => notify.success(t('installation:mail.retried')),
      (error: unknown) => notify.error(errorText(error, t)),
    )
  return (
    <ListScreen<MailRow>
      endpoint={installation.outbox}
      name="outbox"
      namespace="installation"
      title={t('installation:title')}
      subtitle={configured === false ? t('installation:keptNote') : t('installation:subtitle')}
      columns={columns}
      rowLink={(row) => paths.outbox.mail(row.id)}
      rowName={(row) => row.subject}
      rowActions={(row) =>
        configured && (row.state === 'failed' || row.state === 'kept')
          ? [
              {
                key: 'retry',
                label: t('installation:mail.retry'),
                icon: <IconRefresh size={16} aria-hidden="true" />,
                onClick: () => again(row),
              },
            ]
          : []
      }
      empty={{ title: t('installation:empty.title'), text: t('installation:empty.text'), icon: <IconMail size={20} /> }}
    />
  )
}
