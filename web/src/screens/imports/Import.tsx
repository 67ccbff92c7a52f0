import { imports } from '@trunkline/contract/resources/import'
import { IconDownload } from '@tabler/icons-react'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useSetSearch } from '../../ui/navigation.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { FileStep } from './file-step.tsx'
import { ImportJobSteps } from './import-job.tsx'
import { importTargets, type ImportTarget } from './import-targets.ts'
import { stepOf, steps } from './job-state.ts'
import { useJob } from './use-job.ts'
import classes from './imports.module.css'

/** Imports rows from a file. The path decides what they become. */
export default function Import() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const target = importTargets.find((one) => one.path === path)
  return target ? <ImportScreen key={target.kind} target={target} /> : null
}

/** The id of the import is in the URL, so that a reload, another tab and the browser's history find it again. */
function ImportScreen({ target }: { target: ImportTarget }) {
  const { t } = useTranslation()
  const setSearch = useSetSearch()
  const save = useDownload()
  const { import: param } = useSearch({ strict: false }) as { import?: string | number }
  const id = /^\d{1,15}$/.test(String(param)) ? Number(param) : undefined
  const job = useJob(id, target)
  const text = (key: string) => t(`imports:kind.${target.kind}.${key}`)
  const open = (next: number | undefined) => void setSearch({ import: next }, { resetScroll: true })
  const current = stepOf(id === undefined ? undefined : job.data)
  return (
    <div className={classes.page}>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        crumbs={[{ label: text('list'), to: target.list }, { label: text('title') }]}
        actions={
          <ActionButton
            icon={IconDownload}
            onClick={() => void save(imports.template, { query: { kind: target.kind } }, `${target.kind}-template.csv`)}
          >
            {t('imports:template')}
          </ActionButton>
        }
      />
      <ol className={classes.steps} aria-label={t('imports:steps')}>
        {steps.map((step, index) => (
          <li key={step} {...(step === current ? { 'aria-current': 'step' as const } : {})}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            {t(`imports:step.${step}`)}
          </li>
        ))}
      </ol>
      {id === undefined ? (
        <FileStep target={target} onOpen={open} />
      ) : (
        <ImportJobSteps key={id} target={target} job={job} onOpen={open} />
      )}
    </div>
  )
}
