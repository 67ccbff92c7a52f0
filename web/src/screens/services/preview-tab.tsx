import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
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
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import type { Dial } from './kinds.ts'
import classes from './services.module.css'
import { adviceText, reasonText, whyText, type Rejection } from '../sessions/login-words.ts'
import { useMessages } from '../../i18n/messages.ts'

interface Asked {
  nas_id: number | null
  calling: string
  [key: string]: unknown
}

/** What the RADIUS server would answer at a NAS, if the password is right; nothing comes of it. */
export function PreviewTab({ dial, of }: { dial: Dial; of: Service }) {
  const { t } = useTranslation()
  const [requested, setAsked] = useState<Asked>({ nas_id: of.nas_id ?? of.live[0]?.nas_id ?? null, calling: '' })
  const [first] = useState(requested)
  const calling = requested.calling.trim()
  const preview = useCall(
    dial.calls.preview,
    { params: { id: of.id }, query: { nas_id: requested.nas_id ?? undefined, ...(calling ? { calling } : {}) } },
    { enabled: requested.nas_id !== null, subjects: ['tariffs', 'nas'] },
  )
  const name = of.nas_id === null ? of.live[0]?.nas_name : of.nas_name
  return (
    <div className={classes.stack}>
      <Form<Asked>
        initial={first}
        validate={(values): Record<string, string> =>
          values.nas_id === null ? { nas_id: t('services:preview.chooseNas') } : {}
        }
        onSubmit={async (values) => setAsked({ ...values })}
        submitLabel={t('services:preview.ask')}
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
      {requested.nas_id === null ? null : preview.error ? (
        <Card>
          <ErrorNotice error={preview.error} retry={() => void preview.refetch()} />
        </Card>
      ) : preview.data ? (
        <Answer answer={preview.data.data} />
      ) : (
        <Card>
          <DetailSkeleton facts={4} />
        </Card>
      )}
    </div>
  )
}

type Preview = {
  nas_name: string
  vendor: string
  accepted: boolean
  reason: Rejection['reason']
  params: Rejection['params']
  message?: Rejection['message']
  pools: readonly string[]
  attributes: readonly { attribute: string; op: string; value: string }[]
}

function Answer({ answer }: { answer: Preview }) {
  const { t } = useTranslation()
  useMessages()
  const { accepted, pools, attributes } = answer
  const text = attributes.map(({ attribute, op, value }) => `${attribute} ${op} ${value}`).join('\n')
  return (
    <Card title={t('services:preview.answer', { nas: answer.nas_name })}>
      <div className={classes.verdict} data-accepted={accepted} role="status">
        {accepted ? <IconCircleCheck size={22} aria-hidden="true" /> : <IconCircleX size={22} aria-hidden="true" />}
        <div>
          <strong>
            {accepted
              ? t('services:preview.accepted')
              : t('services:preview.refused', {
                  reason: reasonText(answer, t),
                })}
          </strong>
          {accepted ? null : (
            <p>
              {whyText(answer)} {adviceText(answer.reason, t)}
            </p>
          )}
        </div>
      </div>
      {accepted && pools.length > 0 ? (
        <p className={classes.note}>{t('services:preview.pools', { pools: pools.join(', ') })}</p>
      ) : null}
      {attributes.length > 0 ? (
        <>
          <div className={classes.attributeHead}>
            <h3>{t('services:preview.attributes')}</h3>
            <CopyButton value={text} label={t('services:preview.copy')} />
          </div>
          <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('services:preview.attributes')}>
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
