import { Steps } from '#web/kit/frame/steps.tsx'

const steps = ['File', 'Columns', 'Check', 'Mend and accept', 'Result'] as const
export type ImportStep = (typeof steps)[number]

/** How far an import has come. */
export function ImportSteps({ here }: { here: ImportStep }) {
  return (
    <Steps
      label="Steps of the import"
      steps={steps.map((label) => ({ label }))}
      reached={steps.indexOf(here)}
    />
  )
}
