import { Button, Select, TextInput } from '@mantine/core'
import { IconCertificate, IconDownload } from '@tabler/icons-react'
import type { Reply } from '@trunkline/contract/endpoint'
import { eapMethods, radiusTrust, type EapMethod } from '@trunkline/contract/resources/radius-certificate'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { download } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { errorText } from '../../ui/error-text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './certificates.module.css'

type Trust = NonNullable<Reply<typeof radiusTrust.show>['data']>

/** Octets of an SSID (IEEE 802.11, 9.4.2.2). */
const maxSsid = 32
const isSsid = (text: string) => text !== '' && new TextEncoder().encode(text).length <= maxSsid

/** Steps of an instruction, with the names and the CA that are to be entered. */
function Steps({ of, trust }: { of: 'apple' | 'windows' | 'android' | 'wrong'; trust: Trust }) {
  const { i18n } = useTranslation()
  const steps = i18n.list(`radius-certificates:guide.${of}.steps`, {
    names: trust.names.join(', '),
    subject: trust.authority.subject,
    sha1: trust.authority.sha1,
  })
  const items = steps.map((step) => <li key={step}>{step}</li>)
  return of === 'wrong' ? <ul className={classes.steps}>{items}</ul> : <ol className={classes.steps}>{items}</ol>
}

function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span>
      <span className={classes.code}>{value}</span> <CopyButton value={value} what={what} />
    </span>
  )
}

function TrustCard({ trust }: { trust: Trust }) {
  const { t } = useTranslation()
  const text = (key: string) => t(`radius-certificates:guide.${key}`)
  const save = (format: 'pem' | 'der', name: string) =>
    void download(radiusTrust.authority, { query: { format } }, name).catch((error: unknown) =>
      notify.error(errorText(error, t)),
    )
  const { authority } = trust
  return (
    <Card title={text('trust')}>
      <p className={classes.warn}>{text(authority.is_public ? 'publicCa' : 'privateCa')}</p>
      <FactList
        facts={[
          { label: text('names'), value: <Copied value={trust.names.join(', ')} what={text('names')} /> },
          { label: text('authority'), value: authority.subject },
          { label: text('authorityEnds'), value: <Time value={authority.not_after} day /> },
          { label: text('sha256'), value: <Copied value={authority.sha256} what={text('sha256')} />, wide: true },
          { label: text('sha1'), value: <Copied value={authority.sha1} what={text('sha1')} />, wide: true },
        ]}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => save('pem', 'radius-ca.pem')}
        >
          {text('pem')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => save('der', 'radius-ca.cer')}
        >
          {text('der')}
        </Button>
      </div>
    </Card>
  )
}

function AppleCard({ trust }: { trust: Trust }) {
  const { t } = useTranslation()
  const text = (key: string) => t(`radius-certificates:guide.apple.${key}`)
  const [ssid, setSsid] = useState('')
  const [method, setMethod] = useState<EapMethod>('peap')
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const given = ssid.trim()
  const save = async () => {
    setTried(true)
    if (!isSsid(given)) return
    setPending(true)
    try {
      await download(radiusTrust.profile, { query: { ssid: given, method } }, `wifi-${given}.mobileconfig`)
    } catch (error) {
      notify.error(errorText(error, t))
    } finally {
      setPending(false)
    }
  }
  return (
    <Card title={text('title')}>
      <p className={classes.lead}>{text('text')}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={classes.form}>
          <TextInput
            label={text('ssid')}
            description={text('ssidHelp')}
            required
            autoComplete="off"
            maxLength={maxSsid}
            value={ssid}
            error={tried && !isSsid(given) ? text('ssidHelp') : null}
            onChange={(event) => setSsid(event.currentTarget.value)}
          />
          <Select
            label={text('method')}
            data={eapMethods.map((value) => ({ value, label: t(`radius-certificates:method.${value}`) }))}
            allowDeselect={false}
            value={method}
            onChange={(value) => setMethod(value as EapMethod)}
          />
        </div>
        <Button
          type="submit"
          variant="default"
          loading={pending}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {text('download')}
        </Button>
      </form>
      <div className={classes.note}>
        <Steps of="apple" trust={trust} />
      </div>
    </Card>
  )
}

/** What devices have to be told to sign in with 802.1X: names, CA, profile, instructions. */
export default function DeviceSetup() {
  const { t } = useTranslation()
  const shown = useCall(radiusTrust.show)
  const trust = shown.data?.data
  return (
    <>
      <PageHeader
        title={t('panel:title.deviceSetup')}
        subtitle={t('radius-certificates:guide.subtitle')}
        crumbs={[
          { label: t('panel:title.services'), to: paths.services.list },
          { label: t('panel:title.deviceSetup') },
        ]}
      />
      {shown.error && trust === undefined ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : trust === undefined ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : trust === null ? (
        <Card>
          <EmptyState
            icon={<IconCertificate size={20} />}
            title={t('radius-certificates:empty.title')}
            text={t('radius-certificates:empty.text')}
          />
        </Card>
      ) : (
        <div className={classes.page}>
          <TrustCard trust={trust} />
          <AppleCard trust={trust} />
          {(['windows', 'android', 'wrong'] as const).map((of) => (
            <Card key={of} title={t(`radius-certificates:guide.${of}.title`)}>
              <Steps of={of} trust={trust} />
            </Card>
          ))}
          <Card title={t('radius-certificates:guide.tls.title')}>
            <p className={classes.lead}>{t('radius-certificates:guide.tls.text')}</p>
          </Card>
        </div>
      )}
    </>
  )
}
