import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { hardwareLive, type Contact } from '@trunkline/contract/resources/hardware-live'
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ApiError } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { durationText } from '../../ui/amounts.ts'
import { announce } from '../../ui/announcer.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import { Freshness } from '../devices/freshness.tsx'
import { errorOf } from '../devices/use-reading.ts'
import { contactBody, contactErrors, contactMissing, offersOf, type Offer } from './contact-values.ts'
import type { HardwareValues } from './hardware-values.ts'
import classes from './live.module.css'

/** The certificate that was shown instead of the pinned one. */
const otherCertificate = (error: unknown): string | undefined => {
  const shown = error instanceof ApiError ? error.details?.['certificate'] : undefined
  return typeof shown === 'string' ? shown : undefined
}

/** What stands in the way of full control, each with what it means. */
function Warnings({ of }: { of: readonly string[] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <ul className={classes.warnings}>
      {of.map((warning) => (
        <li key={warning}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{t(`hardware:contact.warning.${warning}`, { defaultValue: warning })}</span>
        </li>
      ))}
    </ul>
  )
}

function Offers({ offers, onTake }: { offers: readonly Offer[]; onTake: (offers: readonly Offer[]) => void }) {
  const { t } = useTranslation()
  const open = offers.filter((offer) => !offer.same)
  if (offers.length === 0) return null
  return (
    <>
      <ul className={classes.offers}>
        {offers.map((offer) => (
          <li key={offer.field}>
            <span className={classes.offer}>
              <span className={classes.quiet}>{t(`hardware:field.${offer.field}`)}</span>
              <span className={offer.field === 'pinned_certificate' ? classes.code : undefined}>{offer.found}</span>
            </span>
            {offer.same ? (
              <span className={classes.taken}>
                <IconCircleCheck size={16} aria-hidden="true" /> {t('hardware:contact.taken')}
              </span>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onTake([offer])}
                aria-label={t('hardware:contact.takeOne', { what: t(`hardware:field.${offer.field}`) })}
              >
                {t(offer.replaces ? 'hardware:contact.replace' : 'hardware:contact.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open.length > 1 ? (
        <div>
          <Button variant="default" onClick={() => onTake(open)}>
            {t('hardware:contact.takeAll')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Found({
  found,
  form,
  id,
}: {
  found: Contact
  form: UseFormReturnType<HardwareValues>
  id: number | undefined
}) {
  const { t, i18n } = useTranslation()
  const take = (offers: readonly Offer[]) => {
    for (const { field, value } of offers) form.setFieldValue(field, value as never)
    announce(t('hardware:contact.taken'))
  }
  const other = found.known_as !== null && found.known_as.id !== id ? found.known_as : undefined
  return (
    <>
      <p className={classes.good}>
        <IconCircleCheck size={18} aria-hidden="true" /> {t('hardware:contact.works', { identity: found.identity })}
      </p>
      {other ? (
        <p className={classes.warn}>
          {t('hardware:contact.known')}{' '}
          <TextLink to={paths.hardware.detail(other.id)} inherit>
            {other.name}
          </TextLink>
        </p>
      ) : null}
      <FactList
        facts={[
          { label: t('hardware:reading.board'), value: found.board },
          { label: t('hardware:reading.routeros_version'), value: found.routeros_version },
          {
            label: t('hardware:reading.uptime'),
            value: durationText(found.uptime_seconds, regional(i18n.language)),
          },
          {
            label: t('hardware:contact.policies'),
            value: found.policies.length > 0 ? found.policies.join(', ') : t('hardware:contact.noPolicies'),
            wide: true,
          },
        ]}
      />
      <Warnings of={found.warnings} />
      {found.model_id === null ? <p className={classes.quiet}>{t('hardware:contact.noModel')}</p> : null}
      <Offers offers={offersOf(found, form.values)} onTake={take} />
    </>
  )
}

/**
 * First contact, from the form as it stands: who answers there, what stands in the way, and what the form can take over
 * from it. Nothing is kept before the form is saved.
 */
export function ContactTest({
  form,
  id,
  hasPassword,
}: {
  form: UseFormReturnType<HardwareValues>
  /** Of a known device, whose kept password stands in. */
  id: number | undefined
  hasPassword: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  const test = useCommand(hardwareLive.test, { subjects: [] })
  const [found, setFound] = useState<Contact | undefined>()
  if (!can(hardwareLive.test)) return null
  const run = async () => {
    setFound(undefined)
    const missing = contactMissing(form.values, hasPassword)
    for (const field of missing) form.setFieldError(field, t('hardware:form.needed'))
    if (missing.length > 0) return announce(t('hardware:contact.missing'))
    try {
      const { data } = await test.run({ body: contactBody(form.values, id) })
      setFound(data)
      announce(t('hardware:contact.works', { identity: data.identity }))
    } catch (error) {
      if (!(error instanceof ApiError) || !error.fields) return
      for (const [field, message] of Object.entries(contactErrors(error.fields))) form.setFieldError(field, message)
    }
  }
  const problem = errorOf(test.error)
  const other = otherCertificate(test.error)
  return (
    <section className={classes.contact} aria-label={t('hardware:contact.title')} aria-busy={test.pending}>
      <div className={classes.contactHead}>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden="true" />}
          loading={test.pending}
          onClick={() => void run()}
        >
          {t('hardware:contact.test')}
        </Button>
        <span className={classes.quiet}>{t(test.pending ? 'hardware:contact.running' : 'hardware:contact.help')}</span>
      </div>
      {problem ? (
        <Freshness readAt={undefined} readingError={problem} />
      ) : test.error ? (
        <ErrorNotice error={test.error} inline title={t('hardware:contact.failed')} />
      ) : null}
      {other ? (
        <div className={classes.warn}>
          <p>{t('hardware:contact.otherCertificate')}</p>
          <p className={classes.code}>{other}</p>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => form.setFieldValue('pinned_certificate', other as never)}
          >
            {t('hardware:contact.pinOther')}
          </Button>
        </div>
      ) : null}
      {found ? <Found found={found} form={form} id={id} /> : null}
    </section>
  )
}
