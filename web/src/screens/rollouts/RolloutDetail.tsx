import { useParams } from '@tanstack/react-router'
import { companies } from '@trunkline/contract/resources/company'
import { rollouts, type Rollout } from '@trunkline/contract/resources/rollout'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { RolloutBadge } from './rollout-badge.tsx'

/** The page of a rollout: its fields and what happened to it. */
export default function RolloutDetail() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(rollouts.show, { params: { id } })
  const rollout = shown.data?.data
  const facts = useFacts(rollout)
  const { edit, trash, dialog } = useRecordActions<Rollout>({ texts: 'rollouts', trash: rollouts })
  const actions = rollout
    ? [
        ...(!rollout.deleted_at && canOn(rollouts.update, rollout) ? [edit(paths.rollouts.update(id))] : []),
        ...(canOn(rollouts.destroy, rollout) ? [trash(rollout)] : []),
      ]
    : []
  return (
    <>
      <DetailScreen
        title={rollout?.name ?? t('panel:title.rolloutDetails')}
        status={rollout ? <RolloutBadge of={rollout} /> : null}
        crumbs={[{ label: t('rollouts:title'), to: paths.rollouts.list }, { label: rollout?.name ?? '…' }]}
        actions={<RecordButtons texts="rollouts" actions={actions} />}
        deleted={rollout && { at: rollout.deleted_at, actions }}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={facts}
        activity={{ subject: 'rollouts', objectId: id, namespace: 'rollouts' }}
      />
      {dialog}
    </>
  )
}

function useFacts(rollout: Rollout | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  const can = useCan()
  if (!rollout) return []
  const { company_id, company_name } = rollout
  return [
    {
      label: t('rollouts:field.company_name'),
      value: can(companies.show) ? (
        <TextLink to={paths.companies.summary(company_id)} inherit>
          {company_name}
        </TextLink>
      ) : (
        company_name
      ),
    },
    { label: t('rollouts:field.quantity'), value: rollout.quantity?.toLocaleString(regional(i18n.language)) },
    { label: t('rollouts:field.status'), value: t(`rollouts:value.status.${rollout.status}`) },
    { label: t('common:field.created_at'), value: <Time value={rollout.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={rollout.updated_at} /> },
    ...(rollout.deleted_at
      ? [{ label: t('common:field.deleted_at'), value: <Time value={rollout.deleted_at} /> }]
      : []),
    ...(rollout.notes ? [{ label: t('common:field.notes'), value: rollout.notes, wide: true }] : []),
  ]
}
