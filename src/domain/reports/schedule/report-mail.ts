import { plural } from '#domain/kit/wording.ts'
import { htmlOfText } from '#domain/messaging/mail-html.ts'
import { escaped } from '#domain/messaging/template/template-html.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { cellText, daysOf, type WholeReport } from '#domain/reports/report-words.ts'

interface MailedReport extends WholeReport {
  definition: ReportDefinition
  reader: string
  /** Who asked for it. */
  owner: string
  /** What the schedule is called. */
  name: string
  /** Where the report is read, behind sign-in. */
  link: string
  /** What goes with the mail: files, or nothing because they are too large. */
  files: 'attached' | 'too-large'
}

/** A glance shows no more rows; the files and the screen have them all. */
const MOST_ROWS = 15

/** A report as a mail to a colleague: its totals, its first rows, and where it is read. */
export function reportMail(mailed: MailedReport) {
  const { definition, facts, rows, reader, name, owner, link } = mailed
  const days = daysOf(definition, facts)
  const only = facts.of_name ? ` · ${facts.of_name}` : ''
  const lead = [`Kia ora ${reader}`, `${name}: ${definition.title}, ${days}${only}.`]
  const totals = facts.columns.map(
    (column) =>
      [column.label, cellText(column.kind, facts.totals[column.name], { isTotal: true })] as const,
  )
  const tail = [...closing(mailed), link, `${owner} asked for this report. It comes regularly.`]
  const table = tableOf(mailed)
  const text = [
    ...lead,
    totals.map(([label, value]) => `${label}: ${value}`).join('\n'),
    table.map((cells) => cells.join('  ')).join('\n'),
    ...tail,
  ]
  return {
    subject: `${definition.title}, ${days}`,
    text: `${text.join('\n\n')}\n`,
    html: [
      htmlOfText(lead.join('\n\n')),
      htmlTable(totals),
      htmlTable(table),
      htmlOfText(tail.join('\n\n')),
    ].join('\n'),
    shown: `${definition.title}, ${days}, for ${reader}. Its figures are for those who may read the report: they find it under Reports.`,
    rows: rows.length,
  }
}

/** What the first rows come to in the column that the report is about. */
function tableOf({ definition, facts, rows }: MailedReport): string[][] {
  const main = facts.columns.find(({ name }) => name === definition.main)
  if (!main) return []
  const heading = definition.groups[facts.group]?.label ?? ''
  return [
    [heading, main.label],
    ...rows
      .slice(0, MOST_ROWS)
      .map(({ name, values }) => [name, cellText(main.kind, values[main.name])]),
  ]
}

function closing({ rows, facts: { agrees }, files }: MailedReport): string[] {
  const left = rows.length - MOST_ROWS
  const isOff = agrees !== null && agrees.difference !== '0.00'
  return [
    ...(left > 0 ? [`And ${plural(left, 'more row')}.`] : []),
    ...(isOff ? [`It does not agree with the books: a difference of ${agrees.difference}.`] : []),
    files === 'attached'
      ? 'All of it is attached. On screen every row opens what it adds up:'
      : 'The files are too large for a mail. Sign in to read and download all of it:',
  ]
}

function htmlTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(
    ([name = '', value = '']) =>
      `<tr><td style="padding:2px 24px 2px 0">${escaped(name)}</td><td align="right">${escaped(value)}</td></tr>`,
  )
  return `<table>${cells.join('')}</table>`
}

interface MissedReport {
  owner: string
  name: string
  title: string
  /** Who did not get it, and why. */
  missed: readonly string[]
  link: string
}

/** Who asked for a report hears who did not get it. */
export function missedMail({ owner, name, title, missed, link }: MissedReport) {
  return {
    subject: `Not everybody got “${name}”`,
    text: `${[
      `Kia ora ${owner}`,
      `Today’s ${title} (“${name}”) did not go to:`,
      missed.join('\n'),
      'You can choose other people, or pause it:',
      link,
    ].join('\n\n')}\n`,
  }
}
