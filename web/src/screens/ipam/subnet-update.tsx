import { Button } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { HandingOutFields, IdentityFields, SharingFields } from './attribute-fields.tsx'
import { StateBadge } from './badges.tsx'
import classes from './change.module.css'
import { useMayOn } from './subnet-rules.ts'
import { updateBody, updateValues, type UpdateValues } from './subnet-values.ts'

const PlanDialog = lazy(() => loadChunk(() => import('./PlanDialog.tsx')))

/** The form of a known subnet. Its prefix is not typed over: growing and shrinking are planned first. */
export function SubnetUpdate({ id }: { id: number }) {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const returnTo = useReturn()
  const shown = useCall(subnets.show, { params: { id } })
  const update = useCommand(subnets.update)
  const [resizing, setResizing] = useState(false)

  const subnet = shown.data?.data
  const initial = useMemo(() => subnet && updateValues(subnet), [subnet])
  const version = subnet?.ip_version ?? 'ipv4'
  const list = paths.ipam.list(version)
  const mayDelegate = subnet !== undefined && mayOn(subnets.destroy, subnet)
  const crumbs = [
    { label: t(version === 'ipv4' ? 'ipam:titleIpv4' : 'ipam:titleIpv6'), to: list },
    ...(subnet?.path ?? []).map((step) => ({ label: step.net, to: paths.ipam.detail(version, step.id) })),
    { label: t('ipam:action.edit') },
  ]

  const submit = async (values: UpdateValues) => {
    if (!subnet) return
    const body = updateBody(updateValues(subnet), values)
    if (Object.keys(body).length > 0) await update.run({ params: { id }, body: { ...body, version: values.version } })
    notify.success(t('ipam:form.saved', { net: subnet.net }))
    await returnTo(list)
  }

  if (subnet?.deleted_at)
    return (
      <EmptyState title={t('ipam:form.deletedTitle', { net: subnet.net })} text={t('ipam:why.deleted')}>
        <LinkButton variant="default" to={paths.ipam.detail(version, id)}>
          {t('ipam:action.open')}
        </LinkButton>
      </EmptyState>
    )
  return (
    <>
      <FormScreen<UpdateValues>
        title={subnet ? t('ipam:form.updateTitle', { net: subnet.net }) : t('ipam:action.edit')}
        subtitle={subnet?.name}
        status={subnet ? <StateBadge state={subnet.state} /> : null}
        crumbs={crumbs}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        initial={initial}
        validate={(values) => (initial ? schemaErrors(subnets.update.body, updateBody(initial, values)) : {})}
        onSubmit={submit}
        reload={async () => updateValues((await call(subnets.show, { params: { id } })).data)}
        cancelTo={list}
      >
        {(form) =>
          subnet ? (
            <>
              <FieldGroup title={t('ipam:form.place')}>
                <div className={classes.fixed}>
                  <span className={classes.fixedLabel}>{t('ipam:field.net')}</span>
                  <span className={classes.fixedValue}>{subnet.net}</span>
                  <span className={classes.note}>
                    {subnet.parent_net
                      ? t('ipam:tree.inside', { net: subnet.parent_net })
                      : t('ipam:form.topmost', { space: subnet.space_name })}
                  </span>
                </div>
                {mayDelegate ? (
                  <div className={classes.beside}>
                    <Button variant="default" onClick={() => setResizing(true)}>
                      {t('ipam:action.resize')} …
                    </Button>
                    <span className={classes.note}>{t('ipam:form.resizeHelp')}</span>
                  </div>
                ) : null}
              </FieldGroup>
              <IdentityFields
                form={form}
                category={
                  subnet.category_id === null
                    ? null
                    : { id: subnet.category_id, name: subnet.category_name ?? '', colour: subnet.category_colour }
                }
              />
              <HandingOutFields form={form} version={version} known />
              <FieldGroup title={t('ipam:form.who')} text={mayDelegate ? t('ipam:form.delegation') : undefined}>
                <RemoteSelectField
                  name="company_id"
                  label={t('ipam:field.company_name')}
                  help={mayDelegate ? undefined : t('ipam:form.noDelegation')}
                  disabled={!mayDelegate}
                  endpoint={subnets.companies}
                  selected={{ id: subnet.company_id, name: subnet.company_name }}
                />
                {initial?.state ? (
                  <SelectField
                    name="state"
                    label={t('ipam:field.state')}
                    options={(['reserved', 'assigned'] as const).map((state) => ({
                      id: state,
                      name: t(`ipam:value.state.${state}`),
                    }))}
                  />
                ) : null}
                <SharingFields />
              </FieldGroup>
            </>
          ) : null
        }
      </FormScreen>
      {resizing && subnet ? (
        <Suspense fallback={null}>
          <PlanDialog operation="resize" subnet={subnet} onDone={() => setResizing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
