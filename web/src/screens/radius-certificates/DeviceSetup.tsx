import { Select, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Reply } from '@trunkline/contract/endpoint'
import { eapMethods, radiusTrust, type EapMethod } from '@trunkline/contract/resources/radius-certificate'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { CopiedCode, NoCertificates } from './certificate-state.tsx'
import classes from './certificates.module.css'

const fileNames = { pem: 'radius-ca.pem', der: 'radius-ca.cer' }

type Trust = NonNullable<Reply<typeof radiusTrust.show>['data']>

/** Octets of an SSID (IEEE 802.11, 9.4.2.2). */
const maxSsid = 32
const isSsid = (text: string) => text !== '' && new TextEncoder().encode(text).length <= maxSsid

/** The steps of an instruction, with the values to enter. */
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

function TrustCard({ trust }: { trust: Trust }) {
  const { t } = useTranslation()
  const text = (key: string) => t(`radius-certificates:guide.${key}`)
  const save = useDownload()
  const { authority } = trust
  return (
    <Card title={text('trust')}>
      <p className={layout.lead}>{text(authority.is_public ? 'publicCa' : 'privateCa')}</p>
      <FactList
        facts={[
          { label: text('names'), value: <CopiedCode value={trust.names.join(', ')} name={text('names')} /> },
          { label: text('authority'), value: authority.subject },
          { label: text('authorityEnds'), value: <Time value={authority.not_after} day /> },
          { label: text('sha256'), value: <CopiedCode value={authority.sha256} name={text('sha256')} />, wide: true },
          { label: text('sha1'), value: <CopiedCode value={authority.sha1} name={text('sha1')} />, wide: true },
        ]}
      />
      <div className={classes.buttons}>
        {(['pem', 'der'] as const).map((format) => (
          <ActionButton
            key={format}
            icon={IconDownload}
            onClick={() => void save(radiusTrust.authority, { query: { format } }, fileNames[format])}
          >
            {text(format)}
          </ActionButton>
        ))}
      </div>
    </Card>
  )
}

function AppleCard({ trust }: { trust: Trust }) {
  const { t } = useTranslation()
  const text = (key: string) => t(`radius-certificates:guide.apple.${key}`)
  const [ssid, setSsid] = useState('')
  const [method, setMethod] = useState<EapMethod>('peap')
  const [submitted, setSubmitted] = useState(false)
  const [pending, setPending] = useState(false)
  const download = useDownload()
  const name = ssid.trim()
  const save = async () => {
    setSubmitted(true)
    if (!isSsid(name)) return
    setPending(true)
    await download(radiusTrust.profile, { query: { ssid: name, method } }, `wifi-${name}.mobileconfig`)
    setPending(false)
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
            error={submitted && !isSsid(name) ? text('ssidHelp') : null}
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
        <ActionButton icon={IconDownload} type="submit" loading={pending}>
          {text('download')}
        </ActionButton>
      </form>
      <div className={classes.note}>
        <Steps of="apple" trust={trust} />
      </div>
    </Card>
  )
}

/** What devices need to sign in with 802.1X: server names, CA, profile and instructions. */
export default function DeviceSetup() {
  const { t } = useTranslation()
  const query = useCall(radiusTrust.show)
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
      <Loaded
        of={{ ...query, data: query.data?.data }}
        skeleton={
          <Card>
            <DetailSkeleton />
          </Card>
        }
      >
        {(trust) =>
          trust === null ? (
            <NoCertificates />
          ) : (
            <div className={layout.stack}>
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
          )
        }
      </Loaded>
    </>
  )
}
