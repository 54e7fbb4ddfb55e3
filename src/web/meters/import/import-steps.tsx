import { IconCheck } from '@tabler/icons-react'
import classes from './import-steps.module.css'

const steps = ['File', 'Columns', 'Check', 'Mend and accept', 'Result'] as const
export type ImportStep = (typeof steps)[number]

/** How far an import has come. */
export function ImportSteps({ here }: { here: ImportStep }) {
  const reached = steps.indexOf(here)
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-place={index < reached ? 'done' : index === reached ? 'here' : 'ahead'}
          aria-current={index === reached ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {index < reached ? <IconCheck size={13} /> : index + 1}
          </span>
          <span className={classes.label}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
