import { auth, countries } from '@trunkline/contract/resources/auth'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { openPaths } from '../../open-paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { AccessLayout, PageIntro } from './access-layout.tsx'
import { InvitationNote } from './invitation-note.tsx'
import { isInvalidLink, useLinkToken, type LinkToken } from './link-token.ts'
import { StatusMessage } from './status-message.tsx'
import { RegisterForm, type Reference } from './register-form.tsx'
import type { Invitation } from './register-values.ts'

function Invited({ link }: { link: LinkToken }) {
  const { t } = useTranslation('access')
  // Read once: signing in clears the query cache, and a second request would find the link used.
  const [read, setRead] = useState<{ invitation: Invitation; reference: Reference }>()
  const once = { staleTime: Infinity, enabled: read === undefined }
  const seen = useCall(auth.checkInvite, { params: link }, once)
  const countryList = useCall(countries.countries, {}, once)
  const currencyList = useCall(countries.currencies, {}, once)
  if (!read && seen.data && countryList.data && currencyList.data)
    setRead({
      invitation: seen.data.data,
      reference: {
        countries: countryList.data.data.map(({ id }) => id),
        currencies: currencyList.data.data.map(({ id }) => id),
        default_iso: countryList.data.default_iso,
      },
    })
  if (read)
    return (
      <AccessLayout wide>
        <InvitationNote invitation={read.invitation} />
        <RegisterForm link={link} invitation={read.invitation} reference={read.reference} />
      </AccessLayout>
    )
  const error = seen.error ?? countryList.error ?? currencyList.error
  const retry = () => void Promise.all([seen.refetch(), countryList.refetch(), currencyList.refetch()])

  if (seen.error && isInvalidLink(seen.error.code))
    return (
      <AccessLayout>
        <StatusMessage kind="bad" title={t('register.badTitle')} text={t('register.bad')}>
          <LinkButton to={openPaths.login}>{t('register.haveAccount')}</LinkButton>
        </StatusMessage>
      </AccessLayout>
    )
  return (
    <AccessLayout>
      <PageIntro title={t('register.title')} />
      {error ? <ErrorNotice error={error} retry={retry} inline /> : <FormSkeleton fields={4} />}
    </AccessLayout>
  )
}

/** Registration with the link of an invitation or of the provider's one-time setup; without a link, how to get one. */
export default function Register() {
  const { t } = useTranslation('access')
  const link = useLinkToken(openPaths.register)
  if (link) return <Invited link={link} />
  return (
    <AccessLayout>
      <StatusMessage kind="email" title={t('register.noneTitle')} text={t('register.none')}>
        <LinkButton to={openPaths.login}>{t('register.haveAccount')}</LinkButton>
      </StatusMessage>
    </AccessLayout>
  )
}
