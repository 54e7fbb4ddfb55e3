import { Select } from '@mantine/core'

interface Props {
  options: { value: string; label: string }[]
  code: string | null
  onChoose: (code: string | null) => void
}

/** In a file of its own, because Select is the only such part that signing in could need. */
export function BackendSelect({ options, code, onChoose }: Props) {
  return <Select label="Backend" mb="sm" data={options} value={code} onChange={onChoose} />
}
