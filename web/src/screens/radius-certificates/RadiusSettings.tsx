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
import { ActionButton } from '../../ui/action-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { AddAuthorityDialog, IssueServerDialog, UploadServerDialog } from './certificate-dialogs.tsx'
import { CopiedCode, inPairs, NoCertificates, ValidityBadge } from './certificate-state.tsx'
import classes from './certificates.module.css'

type ServerCertificate = NonNullable<RadiusCertificates['server']>
/** The form that is open. */
type Dialog = 'upload' | 'issue' | 'add'
/** What a card can start; undefined for users who can't change certificates. */
type Actions = { open: (dialog: Dialog) => void; confirm: ReturnType<typeof useQuestion>['confirm'] } | undefined

function useSourceText() {
  const { t } = useTranslation()
  return ({ source, created_by }: Pick<ServerCertificate, 'source' | 'created_by'>) =>
    created_by === 'system'
      ? t(`radius-certificates:source.${source}`)
      : t('radius-certificates:by', { source: t(`radius-certificates:source.${source}`), who: created_by })
}

function ServerCard({ server, actions }: { server: ServerCertificate; actions: Actions }) {
  const { t } = useTranslation()
  const sourceText = useSourceText()
  const renew = useCommand(radiusCertificates.issueServer)
  const fact = (key: string) => t(`radius-certificates:fact.${key}`)
  const text = (key: string) => t(`radius-certificates:server.${key}`)
  const generated = server.source === 'generated'
  return (
    <Card title={text('title')} actions={<ValidityBadge days={server.days_left} />}>
      <p className={classes.lead}>{text('lead')}</p>
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
          { label: fact('source'), value: sourceText(server) },
          { label: fact('serial'), value: <span className={classes.code}>{server.serial}</span> },
          {
            label: fact('fingerprint'),
            value: <CopiedCode value={inPairs(server.fingerprint)} name={fact('fingerprint')} />,
            wide: true,
          },
        ]}
      />
      <p className={classes.note}>{text(generated ? 'auto' : 'manual')}</p>
      {actions ? (
        <div className={classes.buttons}>
          {generated ? (
            <ActionButton
              icon={IconRefresh}
              onClick={() =>
                actions.confirm({
                  title: text('renew'),
                  text: text('renewText'),
                  confirmLabel: text('renew'),
                  run: () => renew.run({ body: {} }),
                  done: text('renewed'),
                })
              }
            >
              {text('renew')}
            </ActionButton>
          ) : null}
          <ActionButton icon={IconCertificate} onClick={() => actions.open('issue')}>
            {text('issue')}
          </ActionButton>
          <ActionButton icon={IconUpload} onClick={() => actions.open('upload')}>
            {text('upload')}
          </ActionButton>
        </div>
      ) : null}
    </Card>
  )
}

function AuthorityCard({ authorities, actions }: { authorities: readonly RadiusAuthority[]; actions: Actions }) {
  const { t } = useTranslation()
  const sourceText = useSourceText()
  const create = useCommand(radiusCertificates.createAuthority)
  const remove = useCommand(radiusCertificates.removeAuthority)
  const fact = (key: string) => t(`radius-certificates:fact.${key}`)
  const text = (key: string, values?: Record<string, unknown>) => t(`radius-certificates:authority.${key}`, values)
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
                {purposeOf(authority)} · {sourceText(authority)}
              </span>
              <span className={classes.under}>
                {fact('expires')}: <Time value={authority.not_after} day /> · {fact('clients')}:{' '}
                {authority.client_certificates}
              </span>
              <span className={classes.under}>
                {fact('fingerprint')}: <CopiedCode value={inPairs(authority.fingerprint)} name={fact('fingerprint')} />
              </span>
            </div>
            {actions && authorities.length > 1 ? (
              <ActionButton
                icon={IconTrash}
                size="compact-sm"
                aria-label={text('removeNamed', { subject: authority.subject })}
                onClick={() =>
                  actions.confirm({
                    title: text('removeNamed', { subject: authority.subject }),
                    text: text('removeText', { count: authority.client_certificates }),
                    confirmLabel: text('remove'),
                    tone: 'danger',
                    run: () => remove.run({ params: { id: authority.id } }),
                    done: text('removed'),
                  })
                }
              >
                {text('remove')}
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
      {actions ? (
        <div className={classes.buttons}>
          <ActionButton
            icon={IconPlus}
            onClick={() =>
              actions.confirm({
                title: text('create'),
                text: text('createText'),
                confirmLabel: text('create'),
                run: () => create.run(),
                done: text('created'),
              })
            }
          >
            {text('create')}
          </ActionButton>
          <ActionButton icon={IconUpload} onClick={() => actions.open('add')}>
            {text('add')}
          </ActionButton>
        </div>
      ) : null}
    </Card>
  )
}

/** The certificates of the RADIUS server and the CAs that it trusts; only the provider can change them. */
export default function RadiusSettings() {
  const { t } = useTranslation()
  const can = useCan()
  const { confirm, dialog: question } = useQuestion()
  const query = useCall(radiusCertificates.show)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const actions: Actions = can(radiusCertificates.replaceServer) ? { open: setDialog, confirm } : undefined
  return (
    <>
      <PageHeader title={t('panel:title.radiusSettings')} subtitle={t('radius-certificates:subtitle')} />
      <Loaded
        of={{ ...query, data: query.data?.data }}
        skeleton={
          <Card>
            <DetailSkeleton />
          </Card>
        }
      >
        {({ server, authorities }) => (
          <div className={layout.stack}>
            {server ? <ServerCard server={server} actions={actions} /> : <NoCertificates />}
            <AuthorityCard authorities={authorities} actions={actions} />
            <Card title={t('radius-certificates:guide.card')}>
              <p className={classes.lead}>{t('radius-certificates:guide.cardText')}</p>
              <LinkButton to={paths.deviceSetup} variant="default">
                {t('radius-certificates:guide.open')}
              </LinkButton>
            </Card>
            {dialog === 'upload' ? <UploadServerDialog onClose={close} /> : null}
            {dialog === 'issue' ? (
              <IssueServerDialog name={server?.names[0] ?? ''} authorities={authorities} onClose={close} />
            ) : null}
            {dialog === 'add' ? <AddAuthorityDialog onClose={close} /> : null}
          </div>
        )}
      </Loaded>
      {question}
    </>
  )
}
