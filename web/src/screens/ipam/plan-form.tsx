import { message } from '@trunkline/contract/errors'
import { Button, Group, Stack, Text } from '@mantine/core'
import { escapeValue } from '@trunkline/contract/list'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { PlanRequest, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf } from '../../i18n/messages.ts'
import { useCall } from '../../api/query.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'
import classes from './forms.module.css'
import {
  mergeChoices,
  mergedIn,
  planValues,
  resizeChoices,
  splitChoices,
  type PlanOperation,
  type PlanValues,
} from './plan-choices.ts'
import { PrefixField, prefixError } from './prefix-field.tsx'
import { checkPrefix } from './subnet-values.ts'

interface PlanFormProps {
  /** @throws ApiError */
  onPlan: (body: PlanRequest) => Promise<void>
  onCancel: () => void
}

const CancelButton = ({ onCancel }: Pick<PlanFormProps, 'onCancel'>) => {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={onCancel}>
      {t('ui:cancel')}
    </Button>
  )
}

/** The parameters of an operation. An operation without parameters is planned at once. */
export function PlanForm({
  operation,
  subnet,
  onPlan,
  onCancel,
}: PlanFormProps & { operation: PlanOperation; subnet: SubnetNode }) {
  const { t } = useTranslation()
  const initial = useMemo(() => planValues(operation, subnet), [operation, subnet])
  const neighbours = useRef<readonly SubnetNode[]>([])
  if (operation === 'lift')
    return <PlanAtOnce body={{ operation, id: subnet.id }} onPlan={onPlan} onCancel={onCancel} />

  const within =
    operation === 'cover' ? subnet.net : operation === 'resize' ? (subnet.parent_net ?? undefined) : undefined
  const validate = (values: PlanValues): FieldErrors => {
    const missing = textOf(message('field.required'))
    if (operation === 'split') return values.length === null ? { length: missing } : {}
    if (operation === 'move') {
      if (values.parent_id === subnet.id) return { parent_id: t('ipam:plan.ownParent') }
      return values.parent_id === null ? { parent_id: missing } : {}
    }
    if (operation === 'merge')
      return values.target === null || mergedIn(values.target, neighbours.current).ids.length < 2
        ? { target: t('ipam:plan.merge.alone') }
        : {}
    const error = prefixError(checkPrefix(values.net, subnet.ip_version, within), subnet.ip_version, within, t)
    if (values.net.trim() === '') return { net: missing }
    return error ? { net: error } : values.net.trim() === subnet.net ? { net: t('ipam:plan.sameNet') } : {}
  }
  const bodyOf = (values: PlanValues): PlanRequest => {
    const { id } = subnet
    if (operation === 'split') return { operation, id, length: values.length as number }
    if (operation === 'merge') return { operation, ids: mergedIn(values.target as string, neighbours.current).ids }
    if (operation === 'move') return { operation, id, parent_id: values.parent_id as number }
    if (operation === 'resize') return { operation, id, net: values.net.trim() }
    return {
      operation: 'cover',
      parent_id: id,
      net: values.net.trim(),
      ...(values.name.trim() && { name: values.name }),
    }
  }

  return (
    <Form<PlanValues>
      initial={initial}
      guard={false}
      validate={validate}
      onSubmit={(values) => onPlan(bodyOf(values))}
      submitLabel={t('ipam:plan.show')}
      secondary={<CancelButton onCancel={onCancel} />}
    >
      {(form) => (
        <>
          <Text>{t(`ipam:plan.text.${operation}`, { net: subnet.net })}</Text>
          {operation === 'split' ? <SplitFields subnet={subnet} /> : null}
          {operation === 'merge' ? (
            <MergeFields
              subnet={subnet}
              target={form.values.target}
              onFound={(rows) => void (neighbours.current = rows)}
            />
          ) : null}
          {operation === 'resize' ? (
            <ResizeFields subnet={subnet} choose={(net) => form.setFieldValue('net', net)} />
          ) : null}
          {operation === 'move' ? (
            <RemoteSelectField
              name="parent_id"
              label={t('ipam:plan.newParent')}
              help={t('ipam:plan.newParentHelp', { net: subnet.net })}
              endpoint={subnets.lookup}
              query={{ takes: subnet.id }}
              required
            />
          ) : null}
          {operation === 'cover' ? (
            <>
              <PrefixField
                name="net"
                label={t('ipam:plan.coverNet')}
                version={subnet.ip_version}
                within={subnet.net}
                required
              />
              <TextField name="name" label={t('common:field.name')} maxLength={191} />
            </>
          ) : null}
        </>
      )}
    </Form>
  )
}

function SplitFields({ subnet }: { subnet: SubnetNode }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <SelectField
      name="length"
      label={t('ipam:plan.splitLength')}
      required
      options={splitChoices(subnet).map(({ length, count }) => ({
        id: length,
        name: t('ipam:plan.splitInto', { length, count, replace: { length, count: count.toLocaleString(language) } }),
      }))}
    />
  )
}

function MergeFields({
  subnet,
  target,
  onFound,
}: {
  subnet: SubnetNode
  target: string | null
  onFound: (rows: readonly SubnetNode[]) => void
}) {
  const { t } = useTranslation()
  const found = useCall(
    subnets.index,
    {
      query: {
        ip_version: subnet.ip_version,
        ends: 0,
        ...(subnet.parent_id === null ? { flat: 'true' } : { parent_id: subnet.parent_id }),
        search: escapeValue(target ?? ''),
        orderBy: 'net',
        perPage: 200,
      } as never,
    },
    { enabled: target !== null },
  )
  const siblings = useMemo(
    () => (found.data?.data ?? []).filter((row) => row.parent_id === subnet.parent_id && row.deleted_at === null),
    [found.data, subnet.parent_id],
  )
  useEffect(() => {
    onFound(siblings)
  }, [siblings, onFound])
  const merged = mergedIn(target ?? '', siblings)
  if (target === null)
    return (
      <p className={layout.smallNote} role="status">
        {t('ipam:plan.merge.none', { net: subnet.parent_net ?? subnet.net })}
      </p>
    )
  return (
    <>
      <SelectField
        name="target"
        label={t('ipam:plan.merge.into')}
        required
        options={mergeChoices(subnet).map((net) => ({ id: net, name: net }))}
      />
      <div aria-live="polite">
        {found.isError ? (
          <ErrorNotice error={found.error} inline retry={() => void found.refetch()} />
        ) : found.isPending ? (
          <p className={layout.smallNote}>{t('ipam:plan.merge.looking')}</p>
        ) : (
          <>
            <p className={layout.smallNote}>{t('ipam:plan.merge.together', { count: merged.ids.length })}</p>
            <ul className={clsx(layout.list, classes.netList)}>
              {merged.nets.map((net) => (
                <li key={net}>{net}</li>
              ))}
            </ul>
            {merged.whole ? null : <p className={layout.smallNote}>{t('ipam:plan.merge.gaps', { target })}</p>}
          </>
        )}
      </div>
    </>
  )
}

function ResizeFields({ subnet, choose }: { subnet: SubnetNode; choose: (net: string) => void }) {
  const { t } = useTranslation()
  const { grow, shrink } = resizeChoices(subnet)
  const choice = (net: string, label: string) => (
    <Button key={net} variant="light" size="compact-sm" onClick={() => choose(net)}>
      {label}
    </Button>
  )
  return (
    <>
      <PrefixField
        name="net"
        label={t('ipam:plan.newNet')}
        version={subnet.ip_version}
        within={subnet.parent_net ?? undefined}
        required
      />
      <Group gap="xs" role="group" aria-label={t('ipam:plan.suggestions')}>
        {grow ? choice(grow, t('ipam:plan.growTo', { net: grow })) : null}
        {shrink.map((net) => choice(net, t('ipam:plan.shrinkTo', { net })))}
      </Group>
    </>
  )
}

/** Plans when it is mounted. */
function PlanAtOnce({ body, onPlan, onCancel }: PlanFormProps & { body: PlanRequest }) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<unknown>(null)
  const started = useRef(false)
  const plan = () => {
    setFailure(null)
    onPlan(body).catch(setFailure)
  }
  const planOnce = useEffectEvent(() => {
    if (started.current) return
    started.current = true
    plan()
  })
  useEffect(() => planOnce(), [])
  return (
    <Stack>
      {failure ? <ErrorNotice error={failure} inline retry={plan} /> : <p role="status">{t('ipam:plan.planning')}</p>}
      <Group justify="flex-end">
        <CancelButton onCancel={onCancel} />
      </Group>
    </Stack>
  )
}
