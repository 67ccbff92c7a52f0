import { companies } from '@trunkline/contract/resources/company'
import { licences, type Licence } from '@trunkline/contract/resources/licence'
import { IconMail } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { LicenceBadge, LicenceEnd } from './badges.tsx'
import classes from './licences.module.css'
import { useLicenceActions } from './use-licence-actions.tsx'

/** One licence: what it opens and until when, who was reminded of its end, and what happened to it. */
export default function LicenceDetail() {
  const { t } = useTranslation()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(licences.show, { params: { id } })
  const [sentTo, setSentTo] = useState<string[] | null>(null)
  const { actionsOf, dialog } = useLicenceActions({ trash: true, onReminded: setSentTo })
  const licence = shown.data?.data
  const facts = useFacts(licence)
  const actions = licence ? actionsOf(licence).filter((action) => action.key !== 'copy') : []
  const remind = actions.find((action) => action.key === 'remind')
  const buttons = actions.filter((action) => action !== remind && !(action.key === 'edit' && action.disabledReason))

  return (
    <>
      <DetailScreen
        title={licence ? <span className={classes.key}>{licence.key}</span> : t('panel:title.licence')}
        subtitle={licence ? `${t(`licences:value.category.${licence.category}`)} · ${licence.company_name}` : undefined}
        status={licence ? <LicenceBadge of={licence} /> : null}
        crumbs={[{ label: t('licences:title'), to: paths.licences.list }, ...(licence ? [{ label: licence.key }] : [])]}
        actions={
          <>
            {licence ? <CopyButton value={licence.key} label={t('licences:action.copy')} /> : null}
            <RecordButtons texts="licences" actions={buttons} />
          </>
        }
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={facts}
        below={
          licence ? (
            <Card
              title={t('licences:reminder.title')}
              actions={
                remind && !remind.disabledReason ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconMail size={16} aria-hidden="true" />}
                    onClick={remind.onClick}
                  >
                    {remind.label}
                  </Button>
                ) : null
              }
            >
              <Reminders licence={licence} sentTo={sentTo} />
            </Card>
          ) : null
        }
        activity={{ subject: 'licences', objectId: id, namespace: 'licences' }}
      />
      {dialog}
    </>
  )
}

/** Who was reminded, when and why; after a reminder by hand first of all whom it went to. */
function Reminders({ licence, sentTo }: { licence: Licence; sentTo: string[] | null }) {
  const { t, i18n } = useTranslation()
  const people = (list: string[]) => new Intl.ListFormat(i18n.language).format(list)
  return (
    <>
      {sentTo ? (
        <p className={classes.outcome} role="status">
          {sentTo.length === 0
            ? t('licences:reminder.nobody', { company: licence.company_name })
            : t('licences:reminder.sent', { people: people(sentTo) })}
        </p>
      ) : null}
      {licence.reminders.length === 0 ? (
        <p className={layout.note}>
          {t(licence.expires_on === null ? 'licences:reminder.never' : 'licences:reminder.none')}
        </p>
      ) : (
        <ul className={classes.log}>
          {licence.reminders.map((one) => (
            <li key={one.id}>
              <span className={layout.stacked}>
                <span>
                  {one.days === null
                    ? t('licences:reminder.byHand', { name: one.sent_by })
                    : t('licences:reminder.days', { count: one.days })}
                </span>
                <span className={layout.hint}>
                  {one.sent_to.length === 0
                    ? t('licences:reminder.toNobody')
                    : t('licences:reminder.to', { people: people(one.sent_to) })}
                </span>
              </span>
              <span className={layout.hint}>
                <RelativeTime value={one.sent_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function useFacts(licence: Licence | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  const can = useCan()
  if (!licence) return []
  return [
    {
      label: t('licences:field.key'),
      value: (
        <span className={layout.copied}>
          <span className={classes.key}>{licence.key}</span>
          <CopyButton value={licence.key} what={t('licences:field.key')} />
        </span>
      ),
    },
    {
      label: t('licences:field.company_name'),
      value: can(companies.show) ? (
        <TextLink to={paths.companies.summary(licence.company_id)} inherit>
          {licence.company_name}
        </TextLink>
      ) : (
        licence.company_name
      ),
    },
    { label: t('licences:field.category'), value: t(`licences:value.category.${licence.category}`) },
    {
      label: t('licences:field.permissions'),
      value: licence.permissions.map((part) => t(`licences:value.category.${part}`)).join(', '),
    },
    { label: t('licences:field.level'), value: t(`licences:value.level.${licence.level}`) },
    { label: t('licences:field.type'), value: t(`licences:value.type.${licence.type}`) },
    { label: t('licences:field.quantity'), value: licence.quantity.toLocaleString(regional(i18n.language)) },
    { label: t('licences:field.starts_on'), value: <Time value={licence.starts_on} day /> },
    { label: t('licences:field.expires_on'), value: <LicenceEnd of={licence} /> },
    { label: t('common:field.created_at'), value: <Time value={licence.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={licence.updated_at} /> },
    ...(licence.deleted_at
      ? [{ label: t('common:field.deleted_at'), value: <Time value={licence.deleted_at} /> }]
      : []),
    ...(licence.notes ? [{ label: t('common:field.notes'), value: licence.notes, wide: true }] : []),
  ]
}
