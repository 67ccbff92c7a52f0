import { licences, type Licence } from '@trunkline/contract/resources/licence'
import { IconMail } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { recordFacts } from '../../record/record-facts.tsx'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { CompanyLink } from '../companies/company-link.tsx'
import { LicenceBadge, LicenceEnd } from './badges.tsx'
import classes from './licences.module.css'
import { useLicenceActions } from './use-licence-actions.tsx'

/** One licence: facts, reminders and activity. */
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
        deleted={licence && { at: licence.deleted_at, actions }}
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

/** The reminders sent so far, and the recipients of the one just sent. */
function Reminders({ licence, sentTo }: { licence: Licence; sentTo: string[] | null }) {
  const { t, i18n } = useTranslation()
  const people = (list: string[]) => new Intl.ListFormat(i18n.language).format(list)
  return (
    <>
      {sentTo ? (
        <p className={classes.outcome} role="status">
          {sentTo.length === 0
            ? t('licences:reminder.noAdmin', { company: licence.company_name })
            : t('licences:reminder.sent', { people: people(sentTo) })}
        </p>
      ) : null}
      {licence.reminders.length === 0 ? (
        <p className={layout.note}>
          {t(licence.expires_on === null ? 'licences:reminder.never' : 'licences:reminder.none')}
        </p>
      ) : (
        <ul className={layout.rows}>
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
                    ? t('licences:reminder.notSent')
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
  if (!licence) return []
  const part = (of: string) => t(`licences:value.category.${of}`)
  return recordFacts(
    t,
    'licences',
    {
      key: (
        <span className={layout.copied}>
          <span className={classes.key}>{licence.key}</span>
          <CopyButton value={licence.key} what={t('licences:field.key')} />
        </span>
      ),
      company_name: <CompanyLink id={licence.company_id} name={licence.company_name} />,
      category: part(licence.category),
      permissions: licence.permissions.map(part).join(', '),
      level: t(`licences:value.level.${licence.level}`),
      type: t(`licences:value.type.${licence.type}`),
      quantity: licence.quantity.toLocaleString(regional(i18n.language)),
      starts_on: <Time value={licence.starts_on} day />,
      expires_on: <LicenceEnd of={licence} />,
    },
    licence,
  )
}
