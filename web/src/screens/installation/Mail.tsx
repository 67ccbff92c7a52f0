import { Button, SegmentedControl } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { installation } from '@trunkline/contract/resources/installation'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { useQuestion } from '../../ui/question.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './installation.module.css'
import { LinkedText } from './linked-text.tsx'
import MailFrame from './mail-frame.tsx'
import { MailState, useMailKind } from './mail-state.tsx'

/** Kinds of e-mail whose link gives access to an account. */
const secretKinds = ['invitation', 'password-reset', 'verify-email', 'email-change']

function Content({ kind, text, html }: { kind: string; text: string; html: string }) {
  const { t } = useTranslation()
  const [view, setView] = useState<'html' | 'text'>(html ? 'html' : 'text')
  if (!text && !html)
    return (
      <Card>
        <p className={layout.note}>{t('installation:mail.none')}</p>
      </Card>
    )
  return (
    <Card>
      {secretKinds.includes(kind) ? <p className={layout.note}>{t('installation:mail.hidden')}</p> : null}
      {text && html ? (
        <SegmentedControl
          aria-label={t('installation:mail.view')}
          size="xs"
          mb="sm"
          value={view}
          onChange={(value) => setView(value as 'html' | 'text')}
          data={[
            { value: 'html', label: t('installation:mail.html') },
            { value: 'text', label: t('installation:mail.text') },
          ]}
        />
      ) : null}
      {view === 'html' ? (
        <MailFrame html={html} title={t('installation:mail.frame')} />
      ) : (
        <div className={classes.text}>
          <LinkedText text={text} />
        </div>
      )}
    </Card>
  )
}

function MailDetail({ id }: { id: number }) {
  const { t } = useTranslation()
  const kindName = useMailKind()
  const { data, error, isPending, refetch } = useCall(installation.mail, { params: { id } })
  const boot = useCall(installation.boot, {}, { staleTime: 5 * 60_000 })
  const question = useQuestion()
  const retry = useCommand(installation.retryMail)
  const mail = data?.data
  const label = (field: string) => t(`installation:field.${field}`)
  const mayRetry = boot.data?.data.mail_configured && (mail?.state === 'failed' || mail?.state === 'kept')
  const facts: Fact[] = mail
    ? [
        { label: label('to'), value: mail.to },
        { label: label('kind'), value: kindName(mail.kind) },
        { label: label('created_at'), value: <Time value={mail.created_at} /> },
        { label: label('sent_at'), value: <Time value={mail.sent_at} /> },
        { label: label('attempts'), value: mail.attempts },
        ...(mail.last_error ? [{ label: label('last_error'), value: mail.last_error, wide: true }] : []),
      ]
    : []
  return (
    <DetailScreen
      title={mail?.subject ?? t('panel:title.mail')}
      status={mail ? <MailState state={mail.state} /> : null}
      crumbs={[
        { label: t('installation:title'), to: paths.outbox.list },
        { label: mail?.subject ?? t('panel:title.mail') },
      ]}
      actions={
        mayRetry ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={retry.pending}
            onClick={() =>
              question.act(() => retry.run({ params: { id } }).then(() => refetch()), t('installation:done.retry'))
            }
          >
            {t('installation:action.retry')}
          </Button>
        ) : null
      }
      loading={isPending}
      error={error}
      retry={() => void refetch()}
      facts={facts}
      factsTitle={t('installation:mail.facts')}
      below={mail ? <Content kind={mail.kind} text={mail.text} html={mail.html} /> : null}
    />
  )
}

/** The page of an e-mail: its delivery and its content. */
export default function Mail() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return <MailDetail key={id} id={Number(id)} />
}
