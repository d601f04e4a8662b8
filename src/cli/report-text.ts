import { escapedUnseen } from '../contracts/unseen.ts'
import type { RunFacts } from '../report/facts/facts.ts'
import type { ReportFormat } from './report-wish.ts'

/** The same facts in the form that was asked for. Only that form's code is loaded. */
export async function reportText(facts: RunFacts, format: ReportFormat, live: boolean): Promise<string> {
  switch (format) {
    case 'md':
      return (await import('../report/markdown.ts')).markdownReport(facts)
    case 'html':
      return (await import('../report/html/page.ts')).htmlReport(facts, { live })
    case 'json':
      return `${escapedUnseen(JSON.stringify(facts, null, 2))}\n`
    case 'terminal':
      return `${(await import('./terminal-report.ts')).terminalReport(facts).join('\n')}\n`
  }
}
