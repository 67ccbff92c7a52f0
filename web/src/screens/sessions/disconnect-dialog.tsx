import { Button, Group, Loader, Modal, Stack } from '@mantine/core'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { invalidateSubject, useCommand } from '../../api/query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { answerText, hasEnded, isFinal, outcomeText, toneOfState } from './coa-words.ts'
import classes from './sessions.module.css'
import { useAnswers, type Asked } from './use-answers.ts'

/** Sessions that the question names. */
const named = 5

/**
 * Asks whether sessions shall be ended, asks their NAS devices, and follows the requests to their end. What it says at
 * the end is what each NAS has said: a request that was sent is not a session that has ended.
 */
export default function DisconnectDialog({
  sessions,
  ask,
  onClose,
  onChange,
}: {
  sessions: readonly { id: string; name: string }[]
  /** Another call that asks for the same, as that of all sessions of one service. Throws what the call throws. */
  ask?: (() => Promise<readonly Asked[]>) | undefined
  onClose: () => void
  /** Sessions may have ended. */
  onChange?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  useMessages()
  const command = useCommand(radiusSessions.disconnect)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [requested, setAsked] = useState<readonly Asked[] | null>(null)
  const { known, finished, expired, error: unread } = useAnswers(requested)
  const total = requested?.length ?? 0
  // What ended between the list and the question is not asked for any more.
  const over = requested === null || ask !== undefined ? 0 : sessions.length - total
  const complete = requested !== null && finished === total
  const ended = [...known.values()].filter(hasEnded).length
  const nameOf = (session_id: string) => sessions.find((session) => session.id === session_id)?.name ?? session_id

  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    if (finished === 0) return
    changed.current?.()
    invalidateSubject('services')
  }, [finished])

  const run = async () => {
    setPending(true)
    setError(null)
    try {
      setAsked(ask ? await ask() : (await command.run({ body: { uids: sessions.map((session) => session.id) } })).data)
    } catch (cause) {
      setError(cause)
    } finally {
      setPending(false)
    }
  }

  // What ended between the list and the question is not there for the server any more.
  const overtaken = error instanceof ApiError && error.status === 404
  return (
    <Modal
      opened
      onClose={pending ? () => undefined : onClose}
      title={t('sessions:disconnect.title')}
      centered
      size={requested ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': t('ui:close'), disabled: pending }}
    >
      {requested === null ? (
        <Stack gap="sm">
          <div>
            <p className={classes.text}>{t('sessions:disconnect.text')}</p>
            <ul className={classes.names}>
              {sessions.slice(0, named).map((session) => (
                <li key={session.id}>{session.name}</li>
              ))}
              {sessions.length > named ? (
                <li>{t('sessions:disconnect.more', { count: sessions.length - named })}</li>
              ) : null}
            </ul>
          </div>
          {overtaken ? (
            <p role="alert" className={classes.advice}>
              {t('sessions:disconnect.overtaken')}
            </p>
          ) : error ? (
            <ErrorNotice error={error} inline />
          ) : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
              {t('ui:cancel')}
            </Button>
            <Button color="red.9" loading={pending} onClick={() => void run()}>
              {t('sessions:disconnect.confirm', { count: sessions.length })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <div role="status">
            {total === 0 ? (
              <p className={classes.sum}>{t('sessions:disconnect.ended')}</p>
            ) : complete ? (
              <p className={classes.sum}>
                {ended > 0 ? t('sessions:disconnect.outcome', { count: ended }) : t('sessions:disconnect.outcomeNone')}
                {ended > 0 && ended < total ? `, ${t('sessions:disconnect.notAll', { count: total - ended })}` : ''}
                {over > 0 ? `. ${t('sessions:disconnect.before', { count: over })}` : ''}
              </p>
            ) : (
              <p className={classes.sum}>{t('sessions:disconnect.progress', { answered: finished, total })}</p>
            )}
          </div>
          {complete ? null : (
            <p className={classes.hint}>{t(expired ? 'sessions:disconnect.slow' : 'sessions:disconnect.wait')}</p>
          )}
          {total > 0 ? (
            <ul className={classes.rows} aria-label={t('sessions:disconnect.rows')} tabIndex={0}>
              {requested.map((request) => {
                const row = known.get(request.id)
                const state = row?.state ?? request.state
                const answer = row ? answerText(row) : ''
                return (
                  <li key={request.id}>
                    <span className={classes.name}>{nameOf(request.session_id)}</span>
                    <Group gap={6}>
                      {isFinal(state) || expired ? null : <Loader size={14} aria-hidden="true" />}
                      <StatusBadge tone={toneOfState(state)}>{t(`sessions:coa.state.${state}`)}</StatusBadge>
                    </Group>
                    {isFinal(state) && state !== 'ack' ? (
                      <>
                        {answer && state !== 'gone' ? <span className={classes.answer}>{answer}</span> : null}
                        <span className={classes.answer}>
                          {row ? outcomeText(row, t) : t(`sessions:coa.stateText.${state}`)}
                        </span>
                      </>
                    ) : null}
                  </li>
                )
              })}
            </ul>
          ) : null}
          {unread ? <ErrorNotice error={unread} title={t('sessions:failedFollow')} inline /> : null}
          <Group justify="space-between" gap="xs">
            <TextLink to={paths.sessions.requests}>{t('sessions:disconnect.list')}</TextLink>
            <Button onClick={onClose} data-autofocus>
              {t('ui:close')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
