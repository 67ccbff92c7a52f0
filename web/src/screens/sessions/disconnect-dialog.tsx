import { Button, Group, Loader, Modal, Stack } from '@mantine/core'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { invalidateSubject, useCommand } from '../../api/query.ts'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { answerText, hasEnded, isFinal, outcomeText, toneOfState } from './coa-status.ts'
import classes from './sessions.module.css'
import { useCoaResults, type AcceptedRequest } from './use-coa-results.ts'

/** How many sessions are named before the request. */
const maxNamed = 5

/** The answer to each request, so far. */
function Answers({
  requests,
  rows,
  timedOut,
  nameOf,
}: {
  requests: readonly AcceptedRequest[]
  rows: ReturnType<typeof useCoaResults>['rows']
  timedOut: boolean
  nameOf: (session_id: string) => string
}) {
  const { t } = useTranslation()
  return (
    <ul className={classes.rows} aria-label={t('sessions:disconnect.rows')} tabIndex={0}>
      {requests.map((request) => {
        const row = rows.get(request.id)
        const state = row?.state ?? request.state
        const answer = row ? answerText(row) : ''
        return (
          <li key={request.id}>
            <span className={classes.name}>{nameOf(request.session_id)}</span>
            <Group gap={6}>
              {isFinal(state) || timedOut ? null : <Loader size={14} aria-hidden="true" />}
              <StatusBadge tone={toneOfState(state)}>{t(`sessions:value.state.${state}`)}</StatusBadge>
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
  )
}

/**
 * Asks for confirmation, requests the disconnects, and shows the answer of each NAS: a request that was sent is not a
 * session that has ended.
 */
export default function DisconnectDialog({
  sessions,
  onClose,
  onChange,
}: {
  sessions: readonly { id: string; name: string }[]
  onClose: () => void
  /** Sessions may have ended. */
  onChange?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  useMessages()
  const { pending, error, ...command } = useCommand(radiusSessions.disconnect)
  const [requests, setRequests] = useState<readonly AcceptedRequest[] | null>(null)
  const { rows, finished, timedOut, error: readError } = useCoaResults(requests)
  const total = requests?.length ?? 0
  // Sessions that ended before the request; none is sent for them.
  const endedBefore = requests === null ? 0 : sessions.length - total
  const complete = requests !== null && finished === total
  const ended = [...rows.values()].filter(hasEnded).length
  const nameOf = (session_id: string) => sessions.find((session) => session.id === session_id)?.name ?? session_id

  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    if (finished === 0) return
    changed.current?.()
    invalidateSubject('services')
  }, [finished])

  const run = () =>
    command.run({ body: { uids: sessions.map((session) => session.id) } }).then(
      ({ data }) => setRequests(data),
      // The dialog shows the command's own error.
      () => undefined,
    )

  // A session that ended between the list and the request no longer exists.
  const isOutdated = error instanceof ApiError && error.status === 404
  return (
    <Modal
      opened
      onClose={pending ? () => undefined : onClose}
      title={t('sessions:disconnect.title')}
      centered
      size={requests ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': t('ui:close'), disabled: pending }}
    >
      {requests === null ? (
        <Stack gap="sm">
          <div>
            <p className={classes.text}>{t('sessions:disconnect.text')}</p>
            <ul className={classes.names}>
              {sessions.slice(0, maxNamed).map((session) => (
                <li key={session.id}>{session.name}</li>
              ))}
              {sessions.length > maxNamed ? (
                <li>{t('sessions:disconnect.more', { count: sessions.length - maxNamed })}</li>
              ) : null}
            </ul>
          </div>
          {isOutdated ? (
            <p role="alert" className={classes.advice}>
              {t('sessions:disconnect.outdated')}
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
                {endedBefore > 0 ? `. ${t('sessions:disconnect.before', { count: endedBefore })}` : ''}
              </p>
            ) : (
              <p className={classes.sum}>{t('sessions:disconnect.progress', { answered: finished, total })}</p>
            )}
          </div>
          {complete ? null : (
            <p className={layout.smallNote}>{t(timedOut ? 'sessions:disconnect.slow' : 'sessions:disconnect.wait')}</p>
          )}
          {total > 0 ? <Answers requests={requests} rows={rows} timedOut={timedOut} nameOf={nameOf} /> : null}
          {readError ? <ErrorNotice error={readError} title={t('sessions:disconnect.readFailed')} inline /> : null}
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
