import { Modal } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Plan, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { invalidateSubject, useCommand } from '../../api/query.ts'
import { announce } from '../../ui/announcer.tsx'
import { notify } from '../../ui/notify.ts'
import type { PlanOperation } from './plan-choices.ts'
import { PlanAsk, type PlanBody } from './plan-ask.tsx'
import { PlanView } from './plan-view.tsx'

/** A job says how far it is this often, in milliseconds. */
const lookEvery = 1000

const hasMore = (plan: Plan | null): boolean => plan?.state === 'queued' || plan?.state === 'running'

/**
 * A change of the tree in three steps: what is wanted, what it would do, and doing it. `onDone` is told whether it was
 * done. A plan that runs as a job goes on when the dialog is closed.
 */
export default function PlanDialog({
  operation,
  subnet,
  onDone,
}: {
  operation: PlanOperation
  subnet: SubnetNode
  onDone: (done: boolean) => void
}) {
  const { t } = useTranslation()
  const [plan, setPlan] = useState<Plan | null>(null)
  // Planning changes nothing that a page shows.
  const make = useCommand(subnets.plan, { subjects: [] })
  const apply = useCommand(subnets.applyPlan)
  const title = t(`ipam:plan.title.${operation}`, { net: subnet.net })

  const job = useQuery(
    {
      queryKey: ['subnet.plan.show', plan?.id ?? null],
      queryFn: ({ signal }) => call(subnets.showPlan, { params: { id: plan?.id ?? 0 }, signal }),
      enabled: hasMore(plan),
      refetchInterval: lookEvery,
      staleTime: 0,
    },
    queryClient,
  )
  const seen = job.data?.data
  const shown = plan && seen && seen.id === plan.id && hasMore(plan) ? seen : plan
  const ended = useRef<number | null>(null)
  useEffect(() => {
    if (!plan || !seen || seen.id !== plan.id || hasMore(seen) || !hasMore(plan) || ended.current === plan.id) return
    ended.current = plan.id
    setPlan(seen)
    invalidateSubject('subnets')
    announce(t(seen.state === 'done' ? 'ipam:plan.done' : 'ipam:plan.failed'))
  }, [plan, seen, t])

  const ask = async (body: PlanBody) => setPlan((await make.run({ body })).data)
  const carryOut = async () => {
    if (!plan) return
    try {
      const { data } = await apply.run({ params: { id: plan.id } })
      if (data.state !== 'done') return setPlan(data)
      notify.success(t('ipam:plan.done'))
      onDone(true)
    } catch {
      // Told below the plan.
    }
  }

  return (
    <Modal
      opened
      onClose={() => onDone(shown?.state === 'done')}
      title={title}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {shown ? (
        <PlanView
          plan={shown}
          version={subnet.ip_version}
          pending={apply.pending}
          error={apply.error}
          lost={job.error}
          onApply={() => void carryOut()}
          onBack={() => {
            apply.reset()
            setPlan(null)
          }}
          onClose={() => onDone(shown.state === 'done')}
        />
      ) : (
        <PlanAsk operation={operation} subnet={subnet} onAsk={ask} onCancel={() => onDone(false)} />
      )}
    </Modal>
  )
}
