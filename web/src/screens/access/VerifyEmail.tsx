import { Loader } from '@mantine/core'
import { auth } from '@trunkline/contract/resources/auth'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError, call } from '../../api/call.ts'
import { openPaths } from '../../open-paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { AccessLayout, PageIntro } from './access-layout.tsx'
import { isInvalidLink, useLinkToken } from './link-token.ts'
import { StatusMessage } from './status-message.tsx'

type State = { is: 'checking' } | { is: 'invalid' } | { is: 'done'; email: string } | { is: 'failed'; error: unknown }

/** Confirms an e-mail address when its link is opened. */
export default function VerifyEmail() {
  const { t } = useTranslation('access')
  const link = useLinkToken(openPaths.login)
  const [state, setState] = useState<State>({ is: link ? 'checking' : 'invalid' })
  const started = useRef(false)

  const confirm = useCallback(async () => {
    if (!link) return
    setState({ is: 'checking' })
    try {
      const { data } = await call(auth.verifyEmail, { body: link })
      setState({ is: 'done', email: data.email })
    } catch (error) {
      setState(error instanceof ApiError && isInvalidLink(error.code) ? { is: 'invalid' } : { is: 'failed', error })
    }
  }, [link])
  useEffect(() => {
    // The link works once: a second request would find it used.
    if (started.current) return
    started.current = true
    void confirm()
  }, [confirm])

  const toLogin = <LinkButton to={openPaths.login}>{t(state.is === 'done' ? 'verify.on' : 'toLogin')}</LinkButton>
  return (
    <AccessLayout>
      {state.is === 'done' ? (
        <StatusMessage kind="good" title={t('verify.doneTitle')} text={t('verify.done', { email: state.email })}>
          {toLogin}
        </StatusMessage>
      ) : state.is === 'invalid' ? (
        <StatusMessage kind="bad" title={t('reset.badTitle')} text={t('verify.bad')}>
          {toLogin}
        </StatusMessage>
      ) : (
        <>
          <PageIntro title={t('verify.title')}>{state.is === 'checking' ? t('verify.checking') : null}</PageIntro>
          {state.is === 'failed' ? (
            <ErrorNotice error={state.error} title={t('verify.failed')} retry={() => void confirm()} inline />
          ) : (
            <Loader size="sm" aria-hidden="true" />
          )}
        </>
      )}
    </AccessLayout>
  )
}
