import { Button, Stack } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import layout from '../../ui/layout.module.css'
import { AllocationFields, IdentityFields, SharingFields } from './attribute-fields.tsx'
import { StateBadge } from './badges.tsx'
import classes from './forms.module.css'
import { useIpVersion } from './ip-version.ts'
import { useMayOn } from './subnet-permissions.ts'
import { updateBody, updateValues, type AttributeValues, type UpdateValues } from './subnet-values.ts'

const PlanDialog = lazy(() => loadChunk(() => import('./PlanDialog.tsx')))

const changesOf = (before: UpdateValues, after: UpdateValues) => {
  const body = updateBody(before, after)
  return Object.keys(body).length > 0 ? { ...body, version: after.version } : undefined
}

/** The form of an existing subnet. Another prefix is planned first, in a dialog of its own. */
export default function SubnetUpdate() {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const [resizing, setResizing] = useState(false)
  const version = useIpVersion()
  const list = paths.ipam.list(version)
  const form = useRecordForm({
    calls: { show: subnets.show, update: subnets.update },
    texts: 'ipam',
    labels: 'subnet',
    list,
    page: (id) => paths.ipam.detail(version, id),
    nameOf: ({ net }) => net,
    typedName: ({ net }) => net,
    values: updateValues,
    body: (values: UpdateValues) => values,
    changes: changesOf,
  })
  const subnet = form.record
  const mayDelegate = subnet !== undefined && mayOn(subnets.destroy, subnet)
  const initial = subnet && updateValues(subnet)

  if (subnet?.deleted_at)
    return <ClosedRecord of={form} title={t('ipam:form.deletedTitle')} text={t('ipam:why.deleted')} />
  return (
    <>
      <RecordForm
        of={form}
        subtitle={subnet?.name}
        status={subnet ? <StateBadge state={subnet.state} /> : null}
        crumbs={[
          { label: t(`ipam:titles.${version}`), to: list },
          ...(subnet?.path ?? []).map((step) => ({ label: step.net, to: paths.ipam.detail(version, step.id) })),
          { label: t('common:record.action.edit') },
        ]}
        validate={(values) => (initial ? schemaErrors(subnets.update.body, updateBody(initial, values)) : {})}
      >
        {({ values, record }) =>
          record ? (
            <>
              <FieldGroup title={t('ipam:field.net')}>
                <div>
                  <strong className={classes.fixedNet}>{record.net}</strong>
                  <p className={layout.smallNote}>
                    {record.parent_net
                      ? t('ipam:tree.inside', { net: record.parent_net })
                      : t('ipam:form.topLevel', { space: record.space_name })}
                  </p>
                </div>
                {mayDelegate ? (
                  <Stack gap={6} align="flex-start">
                    <Button variant="default" onClick={() => setResizing(true)}>
                      {t('ipam:action.resize')} …
                    </Button>
                    <span className={layout.smallNote}>{t('ipam:form.resizeHelp')}</span>
                  </Stack>
                ) : null}
              </FieldGroup>
              <IdentityFields
                values={values as AttributeValues}
                category={
                  record.category_id === null
                    ? null
                    : { id: record.category_id, name: record.category_name ?? '', colour: record.category_colour }
                }
              />
              <AllocationFields values={values as AttributeValues} version={record.ip_version} />
              <FieldGroup
                title={t('ipam:field.company_name')}
                text={mayDelegate ? t('ipam:form.delegation') : undefined}
              >
                <RemoteSelectField
                  name="company_id"
                  label={t('ipam:field.company_name')}
                  help={mayDelegate ? undefined : t('ipam:form.noDelegation')}
                  disabled={!mayDelegate}
                  endpoint={subnets.companies}
                  selected={{ id: record.company_id, name: record.company_name }}
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
      </RecordForm>
      {resizing && subnet ? (
        <Suspense fallback={null}>
          <PlanDialog operation="resize" subnet={subnet} onDone={() => setResizing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
