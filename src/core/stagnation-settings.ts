import type { Config } from '../config/schema.ts'
import type { DetectorSettings } from '../detectors/settings.ts'

/** `stagnation.*` are those rules' numbers and switches under names of their own; what `detectors` says wins. */
export function stagnationSettings({
  stagnation: { threshold, signals },
  detectors,
}: Pick<Config, 'stagnation'> & { detectors: DetectorSettings }): DetectorSettings {
  const each = (name: string, enabled: boolean, passes: number) => {
    const own = detectors[`stagnation.${name}`]
    return {
      [`stagnation.${name}`]: {
        enabled: enabled && own?.enabled !== false,
        thresholds: { passes, ...own?.thresholds },
      },
    }
  }
  const timeout = signals.task_timeout_iterations
  return {
    ...detectors,
    ...each('no-file-changes', signals.no_file_changes, threshold),
    ...each('repeated-error', signals.repeated_errors, threshold),
    ...each('completion-without-evidence', signals.completion_without_evidence, threshold),
    ...each('tool-cycle', true, threshold),
    ...each('failures', true, threshold),
    ...each('not-progressing', timeout !== null, timeout ?? 1),
  }
}
