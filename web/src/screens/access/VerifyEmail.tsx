import { Loader } from '@mantine/core'
import { auth } from '@trunkline/contract/resources/auth'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError, call } from '../../api/call.ts'
import { openPaths } from '../../open-paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { AccessLayout, PageIntro } from './access-layout.tsx'
import { isDeadLink, useLinkToken } from './link-token.ts'
import { Outcome } from './outcome.tsx'

type State = { is: 'checking' } | { is: 'dead' } | { is: 'done'; email: string } | { is: 'failed'; error: unknown }

/** Confirms an address as soon as the link of its mail is opened. */
export default function VerifyEmail() {
  const { t } = useTranslation('access')
  const link = useLinkToken(openPaths.login)
  const [state, setState] = useState<State>({ is: link ? 'checking' : 'dead' })
  const started = useRef(false)

  const confirm = useCallback(async () => {
    if (!link) return
    setState({ is: 'checking' })
    try {
      const { data } = await call(auth.verifyEmail, { body: link })
      setState({ is: 'done', email: data.email })
    } catch (error) {
      setState(error instanceof ApiError && isDeadLink(error.code) ? { is: 'dead' } : { is: 'failed', error })
    }
  }, [link])
  useEffect(() => {
    // The link works once: asked a second time it would be a dead one.
    if (started.current) return
    started.current = true
    void confirm()
  }, [confirm])

  const toLogin = <LinkButton to={openPaths.login}>{t(state.is === 'done' ? 'verify.on' : 'toLogin')}</LinkButton>
  return (
    <AccessLayout>
      {state.is === 'done' ? (
        <Outcome kind="good" title={t('verify.doneTitle')} text={t('verify.done', { email: state.email })}>
          {toLogin}
        </Outcome>
      ) : state.is === 'dead' ? (
        <Outcome kind="bad" title={t('verify.badTitle')} text={t('verify.bad')}>
          {toLogin}
        </Outcome>
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
