import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import clsx from 'clsx'
import { hardwareLive, type Contact } from '@trunkline/contract/resources/hardware-live'
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ApiError } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { durationText } from '../../ui/amounts.ts'
import { announce } from '../../ui/announcer.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { fieldLabel } from '../../ui/field-label.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import { Freshness } from '../devices/freshness.tsx'
import { errorOf } from '../devices/use-reading.ts'
import { formErrors, missingFields, suggestionsOf, testBody, type Suggestion } from './connection-test-values.ts'
import type { HardwareValues } from './hardware-values.ts'
import classes from './hardware.module.css'

/** The certificate that the device presented instead of the pinned one. */
const otherCertificate = (error: unknown): string | undefined => {
  const presented = error instanceof ApiError ? error.details?.['certificate'] : undefined
  return typeof presented === 'string' ? presented : undefined
}

function Suggestions({
  suggestions,
  onApply,
}: {
  suggestions: readonly Suggestion[]
  onApply: (suggestions: readonly Suggestion[]) => void
}) {
  const { t } = useTranslation()
  const open = suggestions.filter(({ isSame }) => !isSame)
  if (suggestions.length === 0) return null
  return (
    <>
      <ul className={layout.rows}>
        {suggestions.map((suggestion) => {
          const label = fieldLabel(t, 'hardware', suggestion.field)
          return (
            <li key={suggestion.field}>
              <span className={layout.stacked}>
                <span className={layout.quiet}>{label}</span>
                <span className={suggestion.field === 'pinned_certificate' ? layout.code : undefined}>
                  {suggestion.text}
                </span>
              </span>
              {suggestion.isSame ? (
                <span className={layout.copied}>
                  {actionIcon(IconCircleCheck)} {t('hardware:test.applied')}
                </span>
              ) : (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => onApply([suggestion])}
                  aria-label={t('hardware:test.applyOne', { field: label })}
                >
                  {t(suggestion.replaces ? 'hardware:test.replace' : 'hardware:test.apply')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {open.length > 1 ? (
        <div>
          <Button variant="default" onClick={() => onApply(open)}>
            {t('hardware:test.applyAll')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** The device that responded, what limits the panel there, and values for the form. */
function TestResult({
  of,
  form,
  id,
}: {
  of: Contact
  form: UseFormReturnType<HardwareValues>
  id: number | undefined
}) {
  const { t, i18n } = useTranslation()
  const apply = (suggestions: readonly Suggestion[]) => {
    for (const { field, value } of suggestions) form.setFieldValue(field, value as never)
    announce(t('hardware:test.applied'))
  }
  const duplicate = of.known_as !== null && of.known_as.id !== id ? of.known_as : undefined
  return (
    <>
      <p className={clsx(classes.iconLine, classes.good)}>
        <IconCircleCheck size={18} aria-hidden="true" />
        <strong>{t('hardware:test.works', { identity: of.identity })}</strong>
      </p>
      {duplicate ? (
        <p className={classes.warn}>
          {t('hardware:test.known')}{' '}
          <TextLink to={paths.hardware.detail(duplicate.id)} inherit>
            {duplicate.name}
          </TextLink>
        </p>
      ) : null}
      <FactList
        facts={[
          { label: t('hardware:reading.board'), value: of.board },
          { label: t('hardware:reading.routeros_version'), value: of.routeros_version },
          { label: t('hardware:reading.uptime'), value: durationText(of.uptime_seconds, regional(i18n.language)) },
          {
            label: t('hardware:test.policies'),
            value: of.policies.length > 0 ? of.policies.join(', ') : t('hardware:test.noPolicies'),
            wide: true,
          },
        ]}
      />
      {of.warnings.map((warning) => (
        <p key={warning} className={classes.iconLine}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{t(`hardware:test.warning.${warning}`, { defaultValue: warning })}</span>
        </p>
      ))}
      {of.model_id === null ? <p className={layout.note}>{t('hardware:test.noModel')}</p> : null}
      <Suggestions suggestions={suggestionsOf(of, form.values)} onApply={apply} />
    </>
  )
}

/** Tests the management connection with the values of the form, and offers what was read for its fields. Saves nothing. */
export function ConnectionTest({
  form,
  id,
  hasPassword,
}: {
  form: UseFormReturnType<HardwareValues>
  /** Of an existing device, whose stored password is used where none is entered. */
  id: number | undefined
  hasPassword: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  const test = useCommand(hardwareLive.test, { subjects: [] })
  const [result, setResult] = useState<Contact | undefined>()
  if (!can(hardwareLive.test)) return null
  const run = async () => {
    setResult(undefined)
    const missing = missingFields(form.values, hasPassword)
    for (const field of missing) form.setFieldError(field, t('hardware:form.needed'))
    if (missing.length > 0) return announce(t('hardware:test.missing'))
    try {
      const { data } = await test.run({ body: testBody(form.values, id) })
      setResult(data)
      announce(t('hardware:test.works', { identity: data.identity }))
    } catch (error) {
      if (!(error instanceof ApiError) || !error.fields) return
      for (const [field, message] of Object.entries(formErrors(error.fields))) form.setFieldError(field, message)
    }
  }
  const problem = errorOf(test.error)
  const presented = otherCertificate(test.error)
  return (
    <section
      className={clsx(layout.stack, layout.whole)}
      aria-label={t('hardware:test.title')}
      aria-busy={test.pending}
    >
      <Group>
        <Button
          variant="default"
          leftSection={actionIcon(IconPlugConnected)}
          loading={test.pending}
          onClick={() => void run()}
        >
          {t('hardware:test.run')}
        </Button>
        <span className={layout.hint}>{t(test.pending ? 'hardware:test.running' : 'hardware:test.help')}</span>
      </Group>
      {problem ? (
        <Freshness readAt={undefined} readingError={problem} />
      ) : test.error ? (
        <ErrorNotice error={test.error} inline title={t('hardware:test.failed')} />
      ) : null}
      {presented ? (
        <div className={classes.warn}>
          <p>{t('hardware:test.otherCertificate')}</p>
          <p className={layout.code}>{presented}</p>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => form.setFieldValue('pinned_certificate', presented as never)}
          >
            {t('hardware:test.pinOther')}
          </Button>
        </div>
      ) : null}
      {result ? <TestResult of={result} form={form} id={id} /> : null}
    </section>
  )
}
