import type { Check } from './check.ts'
import { checkResults, type CheckResult } from './result.ts'
import { redact, type Redaction } from './redact.ts'

/** The result of one check. */
export interface CheckOutcome {
  check: Check
  result: CheckResult
  /** Why it did not pass; null if it did. */
  reason: string | null
  evidence: readonly string[]
  ms: number
}

/** The router as a report describes it. */
export interface RouterSummary {
  board: string | null
  architecture: string | null
  version: string | null
  packages: string[]
  transport: string
  rest: boolean
  /** Only if the operator requested identifiers. */
  serial_number?: string
}

/** A report, as the JSON file contains it. */
export interface ConformanceReport {
  tool: 'routeros-conformance'
  format: 1
  /** ISO 8601, UTC, by the clock of the computer. */
  started_at: string
  seconds: number
  interrupted: boolean
  /** In the name or comment of every object that the run created. */
  prefix: string
  router: RouterSummary
  counts: Record<CheckResult, number>
  checks: {
    name: string
    subject: string
    assumes: string
    /** Its evidence answers a question that is open. */
    observes: boolean
    used_by: readonly string[]
    steps: readonly string[]
    result: CheckResult
    reason: string | null
    evidence: string[]
    ms: number
  }[]
}

/** Makes a report of a run, without what `redaction` excludes. */
export function makeReport(
  of: Pick<ConformanceReport, 'started_at' | 'seconds' | 'interrupted' | 'prefix' | 'router'>,
  outcomes: readonly CheckOutcome[],
  redaction: Redaction,
): ConformanceReport {
  const count = (result: CheckResult) => outcomes.filter((outcome) => outcome.result === result).length
  return {
    tool: 'routeros-conformance',
    format: 1,
    ...of,
    counts: Object.fromEntries(checkResults.map((result) => [result, count(result)])) as Record<CheckResult, number>,
    checks: outcomes.map(({ check, result, reason, evidence, ms }) => ({
      name: check.name,
      subject: check.subject,
      assumes: check.assumes,
      observes: check.observes === true,
      used_by: check.usedBy,
      steps: check.steps,
      result,
      reason: reason === null ? null : redact(reason, redaction),
      evidence: evidence.map((line) => redact(line, redaction)),
      ms,
    })),
  }
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const detail = (check: ConformanceReport['checks'][number]): string =>
  [
    `### ${check.name}: ${check.result}`,
    '',
    check.assumes,
    '',
    ...(check.reason === null ? [] : [`**${check.reason}**`, '']),
    `Used by: ${check.used_by.map((one) => `\`${one}\``).join(', ')}`,
    '',
    ...check.steps.map((step) => `- ${step}`),
    ...(check.evidence.length === 0 ? [] : ['', '```', ...check.evidence, '```']),
    '',
  ].join('\n')

/** A report as Markdown: summary, failed and unknown checks in detail, and a table of all. */
export function reportText(report: ConformanceReport): string {
  const { router, counts } = report
  const observed = report.checks.filter(({ observes, result }) => observes && result === 'passed')
  const open = report.checks.filter(({ result }) => result === 'failed' || result === 'unknown')
  return [
    `# RouterOS conformance: ${router.board ?? 'unknown board'}, ${router.version ?? 'unknown version'}`,
    '',
    `${report.started_at}, ${report.seconds} s${report.interrupted ? ', interrupted' : ''}. Architecture ${router.architecture ?? 'unknown'}, packages ${router.packages.join(', ') || 'unknown'}. Transport ${router.transport}${router.rest ? ' and REST' : ''}.`,
    ...(router.serial_number === undefined ? [] : ['', `Serial number ${router.serial_number}.`]),
    '',
    checkResults.map((result) => `${counts[result]} ${result}`).join(', '),
    '',
    ...(open.length === 0 ? [] : ['## Failed and unknown', '', ...open.map(detail)]),
    ...(observed.length === 0 ? [] : ['## Observations', '', ...observed.map(detail)]),
    '## All checks',
    '',
    '| check | result | reason or evidence |',
    '|---|---|---|',
    ...report.checks.map(
      ({ name, result, reason, evidence }) =>
        `| ${name} | ${result} | ${cell(reason ?? evidence.slice(0, 2).join('; '))} |`,
    ),
    '',
  ].join('\n')
}

/** The list of checks as a Markdown table, which the documentation contains. */
export const listText = (checks: readonly Check[]): string =>
  [
    '| check | assumption | needs |',
    '|---|---|---|',
    ...checks.map(({ name, assumes, needs, needsValue }) => {
      const options = [needs === undefined ? [] : `--allow-${needs}`, needsValue === undefined ? [] : `--${needsValue}`]
      const text = options.flat().map((option) => `\`${option}\``)
      return `| \`${name}\` | ${cell(assumes)} | ${text.join(', ')} |`
    }),
    '',
  ].join('\n')
