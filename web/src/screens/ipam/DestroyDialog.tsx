import { Button, Modal, Text } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { subnetCategories } from '@trunkline/contract/resources/subnet-category'
import clsx from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ApiError } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { CheckboxField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { paths } from '../../paths.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'
import classes from './forms.module.css'
import {
  contentsOf,
  contentsOfConflict,
  defaultQuarantine,
  quarantineEnd,
  type SubnetContents,
} from './subnet-contents.ts'

const initial = { children: null as 'lift' | 'destroy' | null, addresses: false, release_now: false }

/** Deletes a subnet: shows the quarantine and the contents, which are either kept or deleted too. */
export default function DestroyDialog({ subnet, onDone }: { subnet: SubnetNode; onDone: () => void }) {
  const { t } = useTranslation()
  const destroy = useCommand(subnets.destroy)
  // The counters of the row may be outdated; a 409 reply has new ones.
  const [contents, setContents] = useState<SubnetContents>(() => contentsOf(subnet))
  const full = contents.subnets + contents.addresses > 0

  const submit = async (values: typeof initial) => {
    const children = full ? (contents.subnets > 0 ? values.children : 'destroy') : null
    try {
      await destroy.run({
        params: { id: subnet.id },
        query: {
          ...(children && { children }),
          ...(values.release_now && children !== 'lift' && { release_now: 'true' as never }),
        },
      })
    } catch (error) {
      const conflict = error instanceof ApiError ? contentsOfConflict(error.details) : undefined
      if (!conflict) throw error
      // Contents were added in the meantime: the dialog stays open and lists them.
      setContents(conflict)
      const field = conflict.subnets > 0 ? 'children' : 'addresses'
      throw new ApiError({
        status: 409,
        code: 'conflict',
        message: t('ipam:destroy.choose'),
        fields: { [field]: t(field === 'children' ? 'ipam:destroy.choose' : 'ipam:destroy.chooseAddresses') },
      })
    }
    notify.success(t('ipam:destroy.done', { net: subnet.net }))
    onDone()
  }

  return (
    <Modal
      opened
      onClose={onDone}
      title={t('ipam:destroy.title', { net: subnet.net })}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form
        initial={initial}
        guard={false}
        danger
        validate={(values): Record<string, string> => {
          if (contents.subnets > 0) return values.children === null ? { children: t('ipam:destroy.choose') } : {}
          return contents.addresses > 0 && !values.addresses ? { addresses: t('ipam:destroy.chooseAddresses') } : {}
        }}
        onSubmit={submit}
        submitLabel={t('ipam:destroy.submit')}
        secondary={
          <Button variant="default" onClick={onDone}>
            {t('ui:cancel')}
          </Button>
        }
      >
        {(form) => (
          <>
            <Consequence subnet={subnet} contents={contents} values={form.values} />
            {full ? <Contents of={contents} subnet={subnet} /> : null}
            {contents.subnets > 0 ? (
              <ChoiceField<'lift' | 'destroy'>
                name="children"
                label={t('ipam:destroy.children')}
                required
                options={(['lift', 'destroy'] as const).map((id) => ({
                  id,
                  name: t(`ipam:destroy.${id}`),
                  text:
                    id === 'lift'
                      ? subnet.parent_net
                        ? t('ipam:destroy.liftTo', { net: subnet.parent_net })
                        : t('ipam:destroy.liftTop')
                      : t('ipam:destroy.destroyHelp'),
                }))}
              />
            ) : contents.addresses > 0 ? (
              <CheckboxField
                name="addresses"
                label={t('ipam:destroy.releaseAddresses', { count: contents.addresses })}
                whole
              />
            ) : null}
            {subnet.state === 'held' || form.values.children === 'lift' ? null : (
              <CheckboxField
                name="release_now"
                label={t('ipam:destroy.releaseNow')}
                help={t('ipam:destroy.releaseNowHelp')}
                whole
              />
            )}
          </>
        )}
      </Form>
    </Modal>
  )
}

/** What deleting does with the chosen options: quarantine, or the end at once. */
function Consequence({
  subnet,
  contents,
  values,
}: {
  subnet: SubnetNode
  contents: SubnetContents
  values: typeof initial
}) {
  const { t } = useTranslation()
  const can = useCan()
  const category = useCall(
    subnetCategories.show,
    { params: { id: subnet.category_id ?? 0 } },
    { enabled: subnet.category_id !== null && can(subnetCategories.show), staleTime: 60_000 },
  )
  const days = category.data?.data.cool_down_days ?? defaultQuarantine
  if (values.children === 'lift' && contents.subnets > 0) return <Text>{t('ipam:destroy.liftText')}</Text>
  if (values.release_now || days === 0 || subnet.state === 'held') return <Text>{t('ipam:destroy.nowText')}</Text>
  return (
    <Text>
      {t('ipam:destroy.quarantine', { count: days })} <Time value={quarantineEnd(days, new Date())} />.{' '}
      {t('ipam:destroy.recoverable')} {contents.subnets > 0 ? t('ipam:destroy.longerQuarantine') : null}
    </Text>
  )
}

/** The contents of the subnet: how many, and the first of them. */
function Contents({ of: contents, subnet }: { of: SubnetContents; subnet: SubnetNode }) {
  const { t } = useTranslation()
  const shown = useCall(
    subnets.show,
    { params: { id: subnet.id } },
    { enabled: contents.items.length === 0 && subnet.child_count > 0 },
  )
  const items =
    contents.items.length > 0
      ? contents.items
      : (shown.data?.data.ends ?? []).map(({ id, net, name }) => ({ kind: 'subnet' as const, id, net, name }))

  return (
    <section className={classes.box}>
      <h3 className={classes.heading}>
        {t('ipam:destroy.contents')}{' '}
        {[
          contents.subnets > 0 && t('ipam:destroy.subnets', { count: contents.subnets }),
          contents.addresses > 0 && t('ipam:destroy.addresses', { count: contents.addresses }),
        ]
          .filter(Boolean)
          .join(', ')}
      </h3>
      {items.length > 0 ? (
        <ul className={clsx(layout.list, classes.netList)}>
          {items.slice(0, 20).map((item) => (
            <li key={`${item.kind}${item.id}`}>
              {item.kind === 'subnet' ? (
                <TextLink to={paths.ipam.detail(subnet.ip_version, item.id)} inherit underline="always">
                  {item.net}
                </TextLink>
              ) : (
                item.net
              )}
              {item.name ? ` ${item.name}` : ''}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
