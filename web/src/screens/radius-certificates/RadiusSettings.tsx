import { Button } from '@mantine/core'
import { IconCertificate, IconPlus, IconRefresh, IconTrash, IconUpload } from '@tabler/icons-react'
import {
  radiusCertificates,
  type RadiusAuthority,
  type RadiusCertificates,
} from '@trunkline/contract/resources/radius-certificate'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { AddAuthorityDialog, IssueServerDialog, UploadServerDialog } from './certificate-dialogs.tsx'
import { inPairs, ValidityBadge } from './certificate-state.tsx'
import classes from './certificates.module.css'
import { SettingsTabs } from './settings-tabs.tsx'

type Server = NonNullable<RadiusCertificates['server']>
type Open = 'upload' | 'issue' | 'renew' | 'add' | 'create' | RadiusAuthority | null

/** Fingerprints are compared by eye and by machine: shown whole, and copied. */
function Fingerprint({ hex, what }: { hex: string; what: string }) {
  return (
    <span>
      <span className={classes.code}>{inPairs(hex)}</span> <CopyButton value={inPairs(hex)} what={what} />
    </span>
  )
}

function useOrigin() {
  const { t } = useTranslation()
  return ({ source, created_by }: Pick<Server, 'source' | 'created_by'>) =>
    created_by === 'system'
      ? t(`radius-certificates:source.${source}`)
      : t('radius-certificates:by', { source: t(`radius-certificates:source.${source}`), who: created_by })
}

function ServerCard({ server, mayChange, open }: { server: Server; mayChange: boolean; open: (what: Open) => void }) {
  const { t } = useTranslation()
  const origin = useOrigin()
  const fact = (key: string) => t(`radius-certificates:fact.${key}`)
  const generated = server.source === 'generated'
  return (
    <Card title={t('radius-certificates:server.title')} actions={<ValidityBadge days={server.days_left} />}>
      <p className={classes.lead}>{t('radius-certificates:server.lead')}</p>
      <FactList
        facts={[
          { label: fact('names'), value: server.names.join(', ') },
          {
            label: fact('expires'),
            value: (
              <>
                <Time value={server.not_after} />
                {server.days_left < 0 ? null : ` (${t('radius-certificates:days', { count: server.days_left })})`}
              </>
            ),
          },
          { label: fact('root'), value: server.root_subject },
          { label: fact('source'), value: origin(server) },
          { label: fact('serial'), value: <span className={classes.code}>{server.serial}</span> },
          {
            label: fact('fingerprint'),
            value: <Fingerprint hex={server.fingerprint} what={fact('fingerprint')} />,
            wide: true,
          },
        ]}
      />
      <p className={classes.note}>{t(`radius-certificates:server.${generated ? 'auto' : 'manual'}`)}</p>
      {mayChange ? (
        <div className={classes.buttons}>
          {generated ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={() => open('renew')}
            >
              {t('radius-certificates:server.renew')}
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconCertificate size={16} aria-hidden="true" />}
            onClick={() => open('issue')}
          >
            {t('radius-certificates:server.issue')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => open('upload')}
          >
            {t('radius-certificates:server.upload')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function AuthorityCard({
  authorities,
  mayChange,
  open,
}: {
  authorities: readonly RadiusAuthority[]
  mayChange: boolean
  open: (what: Open) => void
}) {
  const { t } = useTranslation()
  const origin = useOrigin()
  const text = (key: string) => t(`radius-certificates:authority.${key}`)
  const purposeOf = ({ issuing, has_key }: RadiusAuthority) =>
    text(issuing ? 'issuing' : has_key ? 'trusted' : 'keyless')
  return (
    <Card title={text('title')}>
      <p className={classes.lead}>{text('lead')}</p>
      <ul className={classes.rows}>
        {authorities.map((authority) => (
          <li key={authority.id}>
            <div>
              <div className={classes.rowHead}>
                <h3>{authority.subject}</h3>
                <ValidityBadge days={authority.days_left} />
              </div>
              <span className={classes.under}>
                {purposeOf(authority)} · {origin(authority)}
              </span>
              <span className={classes.under}>
                {t('radius-certificates:fact.expires')}: <Time value={authority.not_after} day /> ·{' '}
                {t('radius-certificates:fact.clients')}: {authority.client_certificates}
              </span>
              <span className={classes.under}>
                {t('radius-certificates:fact.fingerprint')}:{' '}
                <Fingerprint hex={authority.fingerprint} what={t('radius-certificates:fact.fingerprint')} />
              </span>
            </div>
            {mayChange && authorities.length > 1 ? (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                aria-label={t('radius-certificates:authority.removeNamed', { subject: authority.subject })}
                onClick={() => open(authority)}
              >
                {text('remove')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => open('create')}
          >
            {text('create')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => open('add')}
          >
            {text('add')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

/** What is asked before something changes at once, without a form. */
function Confirmation({ open, onClose }: { open: 'renew' | 'create' | RadiusAuthority; onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useCommand(radiusCertificates.issueServer)
  const create = useCommand(radiusCertificates.createAuthority)
  const remove = useCommand(radiusCertificates.removeAuthority)
  const done = (key: string) => {
    notify.success(t(`radius-certificates:${key}`))
    onClose()
  }
  // What fails is shown in the dialog, by the command's own error.
  const quiet = () => {}
  if (open === 'renew')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={t('radius-certificates:server.renew')}
        confirmLabel={t('radius-certificates:server.renew')}
        pending={renew.pending}
        error={renew.error}
        onConfirm={() => void renew.run({ body: {} }).then(() => done('server.renewed'), quiet)}
      >
        {t('radius-certificates:server.renewText')}
      </ConfirmDialog>
    )
  if (open === 'create')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={t('radius-certificates:authority.create')}
        confirmLabel={t('radius-certificates:authority.create')}
        pending={create.pending}
        error={create.error}
        onConfirm={() => void create.run().then(() => done('authority.created'), quiet)}
      >
        {t('radius-certificates:authority.createText')}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('radius-certificates:authority.removeNamed', { subject: open.subject })}
      confirmLabel={t('radius-certificates:authority.remove')}
      tone="danger"
      pending={remove.pending}
      error={remove.error}
      onConfirm={() => void remove.run({ params: { id: open.id } }).then(() => done('authority.removed'), quiet)}
    >
      {t('radius-certificates:authority.removeText', { count: open.client_certificates })}
    </ConfirmDialog>
  )
}

/** The certificates of the RADIUS server, which the provider keeps. */
export default function RadiusSettings() {
  const { t } = useTranslation()
  const can = useCan()
  const shown = useCall(radiusCertificates.show)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const mayChange = can(radiusCertificates.replaceServer)
  const certificates = shown.data?.data
  return (
    <>
      <SettingsTabs />
      <PageHeader title={t('panel:title.radiusSettings')} subtitle={t('radius-certificates:subtitle')} />
      {shown.error && !certificates ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : !certificates ? (
        <Card>
          <DetailSkeleton />
        </Card>
      ) : (
        <div className={classes.page}>
          {certificates.server ? (
            <ServerCard server={certificates.server} mayChange={mayChange} open={setOpen} />
          ) : (
            <Card>
              <EmptyState
                icon={<IconCertificate size={20} />}
                title={t('radius-certificates:empty.title')}
                text={t('radius-certificates:empty.text')}
              />
            </Card>
          )}
          <AuthorityCard authorities={certificates.authorities} mayChange={mayChange} open={setOpen} />
          <Card title={t('radius-certificates:guide.card')}>
            <p className={classes.lead}>{t('radius-certificates:guide.cardText')}</p>
            <LinkButton to={paths.deviceSetup} variant="default">
              {t('radius-certificates:guide.open')}
            </LinkButton>
          </Card>
        </div>
      )}
      {open === 'upload' ? <UploadServerDialog onClose={close} /> : null}
      {open === 'issue' ? (
        <IssueServerDialog
          name={certificates?.server?.names[0] ?? ''}
          authorities={certificates?.authorities ?? []}
          onClose={close}
        />
      ) : null}
      {open === 'add' ? <AddAuthorityDialog onClose={close} /> : null}
      {open === 'renew' || open === 'create' || typeof open === 'object' ? (
        open === null ? null : (
          <Confirmation open={open} onClose={close} />
        )
      ) : null}
    </>
  )
}
