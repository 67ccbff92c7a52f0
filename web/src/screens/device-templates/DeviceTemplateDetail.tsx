import { useParams } from '@tanstack/react-router'
import { Button, Text } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { deviceTemplates, type DeviceTemplate } from '@trunkline/contract/resources/device-template'
import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import { IconListCheck } from '@tabler/icons-react'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { actionIcon, RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { useQuestion } from '../../ui/question.tsx'
import { Time } from '../../ui/time.tsx'

/** The page of a template: its settings, variables without a value, and the start of a plan. */
export default function DeviceTemplateDetail() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const go = useGo()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(deviceTemplates.show, { params: { id } })
  const template = shown.data?.data
  const facts = useFacts(template)
  const plan = useCommand(deviceTemplates.plan, { subjects: ['rollouts'] })
  const question = useQuestion()
  const { edit, trash, dialog } = useRecordActions<DeviceTemplate>({
    texts: 'device-templates',
    trash: deviceTemplates,
  })
  const isOwn = template !== undefined && template.company_name !== null
  const actions =
    template && isOwn
      ? [
          ...(!template.deleted_at && canOn(deviceTemplates.update, template)
            ? [edit(paths.deviceTemplates.update(id))]
            : []),
          ...(canOn(deviceTemplates.destroy, template) ? [trash(template)] : []),
        ]
      : []
  const confirmPlan = (name: string, count: number) =>
    question.confirm({
      title: t('device-templates:plan.title', { name }),
      text: t('device-templates:plan.text', { count }),
      confirmLabel: t('device-templates:plan.submit'),
      done: t('device-templates:plan.done'),
      run: async () => {
        const { data } = await plan.run({ body: { template_id: id, name, soak_minutes: 5 } })
        await go(paths.rollouts.details(data.id))
      },
    })
  return (
    <>
      <DetailScreen
        title={template?.name ?? t('panel:title.deviceTemplateDetails')}
        crumbs={[
          { label: t('device-templates:title'), to: paths.deviceTemplates.list },
          { label: template?.name ?? '…' },
        ]}
        actions={
          <>
            {template && !template.deleted_at && can(deviceTemplates.plan) ? (
              <Button
                leftSection={actionIcon(IconListCheck)}
                disabled={template.devices === 0}
                onClick={() => confirmPlan(template.name, template.devices)}
              >
                {t('device-templates:plan.action')}
              </Button>
            ) : null}
            <RecordButtons texts="device-templates" actions={actions} />
          </>
        }
        deleted={template && { at: template.deleted_at, actions }}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={facts}
        below={
          template ? (
            <div className={layout.stack}>
              <Card title={t('rollouts:change.items.title')}>
                <ul>
                  {template.items.map((item, at) => (
                    <li key={at}>
                      {t(`rollouts:change.items.kind.${item.kind}`)}: {summaryOf(item)}
                    </li>
                  ))}
                </ul>
              </Card>
              <Missing id={id} />
            </div>
          ) : null
        }
        activity={{ subject: 'device-templates', objectId: id, namespace: 'device-templates' }}
      />
      {dialog}
      {question.dialog}
    </>
  )
}

/** The values of an item in one line. */
const summaryOf = (item: ChangeItem): string =>
  Object.entries(item)
    .flatMap(([field, value]) =>
      field === 'kind' || value === null || (Array.isArray(value) && value.length === 0)
        ? []
        : [Array.isArray(value) ? value.join(', ') : `${field}=${String(value)}`],
    )
    .join(' · ')

/** Variables without a value, and the devices that lack it. */
function Missing({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error } = useCall(deviceTemplates.missing, { params: { id } })
  if (error) return <ErrorNotice error={error} inline />
  if (!data || data.data.length === 0) return null
  return (
    <Card title={t('device-templates:missing.title')}>
      <Text>{t('device-templates:missing.text')}</Text>
      <ul>
        {data.data.map(({ variable, devices, names }) => (
          <li key={variable}>
            <code>{variable}</code>{' '}
            {names.map(({ id: device, name }, at) => (
              <span key={device}>
                {at > 0 ? ', ' : ''}
                <TextLink to={paths.hardware.detail(Number(device))} inherit>
                  {name}
                </TextLink>
              </span>
            ))}
            {devices > names.length ? ` ${t('device-templates:missing.more', { count: devices - names.length })}` : ''}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useFacts(template: DeviceTemplate | undefined): Fact[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!template) return []
  const { company_id, company_name, types, tags } = template
  const names = (list: readonly { name: string }[]) =>
    list.length === 0 ? t('device-templates:all') : list.map(({ name }) => name).join(', ')
  const yesNo = (value: boolean) => t(value ? 'device-templates:yes' : 'device-templates:no')
  return [
    {
      label: t('device-templates:field.company_name'),
      value:
        company_name === null ? (
          t('device-templates:inherited')
        ) : can(companies.show) ? (
          <TextLink to={paths.companies.summary(company_id)} inherit>
            {company_name}
          </TextLink>
        ) : (
          company_name
        ),
    },
    { label: t('device-templates:field.types'), value: names(types) },
    { label: t('device-templates:field.tags'), value: names(tags) },
    { label: t('device-templates:field.devices'), value: template.devices },
    {
      label: t('device-templates:field.differences'),
      value: (
        <TextLink
          to={`${paths.deviceDrift}?search=${encodeURIComponent(`template_id:${template.id};state:open`)}`}
          inherit
        >
          {template.differences}
        </TextLink>
      ),
    },
    { label: t('device-templates:field.at_first_contact'), value: yesNo(template.at_first_contact) },
    { label: t('device-templates:field.checks_drift'), value: yesNo(template.checks_drift) },
    { label: t('common:field.created_at'), value: <Time value={template.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={template.updated_at} /> },
    ...(template.description
      ? [{ label: t('device-templates:field.description'), value: template.description, wide: true }]
      : []),
  ]
}
