import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Reply } from '@trunkline/contract/endpoint'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedInput } from '../../access/unsaved.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { saveCsv } from '../../ui/csv.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { said } from '../../ui/said.ts'
import classes from './change.module.css'
import { ColumnChoice } from './import-columns.tsx'
import { FilePick, type PickedFile } from './import-pick.tsx'
import { FaultTable } from './import-faults.tsx'
import { guessColumns, importTemplate, reportOf, toImportCsv, type ImportColumn } from './import-file.ts'
import { SkipChoice } from './import-skip.tsx'
import './refusals.ts'

type Result = Reply<typeof subnets.import>['data']

/** Subnets from a file: which columns are which, all that is wrong with it, and then the import. */
export default function ImportSubnets() {
  const { t } = useTranslation()
  const [file, setFile] = useState<PickedFile | null>(null)
  const [columns, setColumns] = useState<(ImportColumn | null)[]>([])
  const [checked, setChecked] = useState<Result | null>(null)
  const [done, setDone] = useState<Result | null>(null)
  const [skip, setSkip] = useState(false)
  const check = useCommand(subnets.import, { subjects: [] })
  const carryOut = useCommand(subnets.import)
  useUnsavedInput(file !== null && done === null)

  const forget = () => {
    setChecked(null)
    setDone(null)
    setSkip(false)
    check.reset()
    carryOut.reset()
  }
  const pick = (picked: PickedFile) => {
    forget()
    setFile(picked)
    setColumns(guessColumns(picked.header))
  }
  const csv = file ? toImportCsv(file.records, columns) : ''
  const hasNet = columns.includes('net')
  const tryOut = async () => {
    forget()
    try {
      // Leaving the bad rows out counts the good ones.
      setChecked((await check.run({ body: { csv, dry_run: true, skip_bad: true } })).data)
    } catch {
      // Told below the button.
    }
  }
  const importNow = async () => {
    try {
      const { data } = await carryOut.run({ body: { csv, skip_bad: skip } })
      setDone(data)
      setChecked(null)
    } catch {
      // Told below the button.
    }
  }
  const ready = checked !== null && checked.created > 0 && (checked.errors_total === 0 || skip)
  const report = (result: Result) =>
    file &&
    saveCsv(
      reportOf(
        file.records,
        columns,
        { ...result, errors: result.errors.map((one) => ({ ...one, message: said(one.message, t) })) },
        {
          header: (['row', 'net', 'outcome', 'column', 'reason'] as const).map((name) =>
            t(`ipam:importing.report.${name}`),
          ),
          created: t('ipam:importing.report.created'),
          refused: t('ipam:importing.report.refused'),
          untouched: t('ipam:importing.report.untouched'),
        },
      ),
      'subnets-report.csv',
    )
  const reportButton = (result: Result) => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => report(result)}
    >
      {t('ipam:importing.saveReport')}
    </Button>
  )

  return (
    <div className={classes.page}>
      <PageHeader
        title={t('ipam:importing.title')}
        subtitle={t('ipam:importing.subtitle')}
        crumbs={[{ label: t('ipam:titleIpv4'), to: paths.ipam.list('ipv4') }, { label: t('ipam:importing.title') }]}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => saveCsv(importTemplate(), 'subnets-template.csv')}
          >
            {t('ipam:importing.template')}
          </Button>
        }
      />
      <Card title={t('ipam:importing.step.file')}>
        <FilePick file={file} onPick={pick} />
      </Card>
      {file ? (
        <Card title={t('ipam:importing.step.columns')}>
          <ColumnChoice
            file={file}
            columns={columns}
            onChange={(next) => {
              forget()
              setColumns(next)
            }}
          />
        </Card>
      ) : null}
      {file && !done ? (
        <Card title={t('ipam:importing.step.check')}>
          <div className={classes.stack}>
            <p className={classes.lead}>{t('ipam:importing.checkText')}</p>
            {hasNet ? null : <p className={classes.fault}>{t('ipam:importing.needsNet')}</p>}
            <div>
              <Button
                variant={checked ? 'default' : 'filled'}
                loading={check.pending}
                disabled={!hasNet || file.records.length === 0}
                onClick={() => void tryOut()}
              >
                {t(checked ? 'ipam:importing.checkAgain' : 'ipam:importing.check', { count: file.records.length })}
              </Button>
            </div>
            {check.error ? <ErrorNotice error={check.error} inline title={t('ipam:importing.failed')} /> : null}
            {checked ? (
              <>
                <p className={checked.errors_total > 0 ? classes.alarm : classes.good} role="status">
                  {checked.errors_total > 0
                    ? `${t('ipam:importing.foundFaults', { count: checked.errors_total })} ${t('ipam:importing.fine', { count: checked.created })}`
                    : t('ipam:importing.allGood', { count: checked.created })}
                </p>
                <FaultTable result={checked} file={file} columns={columns} />
              </>
            ) : null}
          </div>
        </Card>
      ) : null}
      {file && checked ? (
        <Card title={t('ipam:importing.step.import')}>
          <div className={classes.stack}>
            {checked.errors_total > 0 ? <SkipChoice skip={skip} onChange={setSkip} /> : null}
            {checked.errors_total > 0 && !skip ? <p className={classes.note}>{t('ipam:importing.mend')}</p> : null}
            <div className={classes.buttons}>
              {checked.errors_total > 0 ? reportButton(checked) : null}
              <Button loading={carryOut.pending} disabled={!ready} onClick={() => void importNow()}>
                {t('ipam:importing.now', { count: checked.created })}
              </Button>
            </div>
            {carryOut.error ? <ErrorNotice error={carryOut.error} inline title={t('ipam:importing.failed')} /> : null}
          </div>
        </Card>
      ) : null}
      {file && done ? (
        <Card title={t('ipam:importing.step.import')}>
          <div className={classes.stack}>
            <p className={done.applied ? classes.good : classes.alarm} role="status">
              {done.applied ? t('ipam:importing.done', { count: done.created }) : t('ipam:importing.notDone')}
            </p>
            <FaultTable result={done} file={file} columns={columns} />
            <div className={classes.buttons}>
              {reportButton(done)}
              <LinkButton to={paths.ipam.list('ipv6')} variant="default">
                {t('ipam:titleIpv6')}
              </LinkButton>
              <LinkButton to={paths.ipam.list('ipv4')}>{t('ipam:titleIpv4')}</LinkButton>
            </div>
          </div>
        </Card>
      ) : null}
    </div>
  )
}
