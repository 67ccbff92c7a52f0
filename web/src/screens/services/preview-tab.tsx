import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Reply } from '@trunkline/contract/endpoint'
import { nas } from '@trunkline/contract/resources/nas'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { FieldGroup, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import type { ServiceCalls, ServiceVariant } from './variants.ts'
import classes from './services.module.css'
import { adviceText, reasonText, whyText } from '../sessions/login-words.ts'
import { useMessages } from '../../i18n/messages.ts'

interface LoginValues {
  nas_id: number | null
  calling: string
  [key: string]: unknown
}

type Preview = Reply<ServiceCalls['preview']>['data']

/** The reply of the RADIUS server to a login with the correct password at a NAS. Nothing is changed. */
export function PreviewTab({ variant, of }: { variant: ServiceVariant; of: Service }) {
  const { t } = useTranslation()
  const [login, setLogin] = useState<LoginValues>({ nas_id: of.nas_id ?? of.live[0]?.nas_id ?? null, calling: '' })
  const [first] = useState(login)
  const calling = login.calling.trim()
  const preview = useCall(
    variant.calls.preview,
    { params: { id: of.id }, query: { nas_id: login.nas_id ?? undefined, ...(calling ? { calling } : {}) } },
    { enabled: login.nas_id !== null, subjects: ['tariffs', 'nas'] },
  )
  const name = of.nas_id === null ? of.live[0]?.nas_name : of.nas_name
  return (
    <div className={layout.stack}>
      <Form<LoginValues>
        initial={first}
        validate={(values): Record<string, string> =>
          values.nas_id === null ? { nas_id: t('services:preview.nasRequired') } : {}
        }
        onSubmit={async (values) => setLogin({ ...values })}
        submitLabel={t('services:preview.submit')}
        guard={false}
      >
        <FieldGroup title={t('services:preview.title')} text={t('services:preview.text')}>
          <RemoteSelectField
            name="nas_id"
            label={t('services:field.nas_name')}
            help={t('services:preview.nasHelp')}
            endpoint={nas.lookup}
            query={{ company_id: of.company_id }}
            selected={first.nas_id === null ? null : { id: first.nas_id, name: name ?? t('services:hidden') }}
            required
          />
          <TextField
            name="calling"
            label={t('services:field.calling_station')}
            help={t('services:preview.callingHelp')}
            placeholder={of.live[0]?.calling ?? of.calling_station ?? ''}
            maxLength={253}
            autoComplete="off"
          />
        </FieldGroup>
      </Form>
      {login.nas_id === null ? null : preview.data ? (
        <PreviewReply reply={preview.data.data} />
      ) : (
        <Card>
          {preview.error ? (
            <ErrorNotice error={preview.error} retry={() => void preview.refetch()} />
          ) : (
            <DetailSkeleton facts={4} />
          )}
        </Card>
      )}
    </div>
  )
}

function PreviewReply({ reply }: { reply: Preview }) {
  const { t } = useTranslation()
  useMessages()
  const { accepted, pools, attributes } = reply
  const text = attributes.map(({ attribute, op, value }) => `${attribute} ${op} ${value}`).join('\n')
  return (
    <Card title={t('services:preview.reply', { nas: reply.nas_name })}>
      <div className={classes.verdict} data-accepted={accepted} role="status">
        {accepted ? <IconCircleCheck size={22} aria-hidden="true" /> : <IconCircleX size={22} aria-hidden="true" />}
        <div>
          <strong>
            {accepted
              ? t('services:preview.accepted')
              : t('services:preview.rejected', { reason: reasonText(reply, t) })}
          </strong>
          {accepted ? null : (
            <p>
              {whyText(reply)} {adviceText(reply.reason, t)}
            </p>
          )}
        </div>
      </div>
      {accepted && pools.length > 0 ? (
        <p className={layout.note}>{t('services:preview.pools', { pools: pools.join(', ') })}</p>
      ) : null}
      {attributes.length > 0 ? (
        <>
          <div className={classes.attributeHead}>
            <h3>{t('services:preview.attributes')}</h3>
            <CopyButton value={text} label={t('services:preview.copy')} />
          </div>
          <div className={layout.scroll} tabIndex={0} role="group" aria-label={t('services:preview.attributes')}>
            <table className={classes.attributes}>
              <tbody>
                {attributes.map(({ attribute, op, value }, index) => (
                  <tr key={index}>
                    <th scope="row">{attribute}</th>
                    <td>{op}</td>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </Card>
  )
}
