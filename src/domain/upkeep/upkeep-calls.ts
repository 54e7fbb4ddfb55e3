export type UpkeepKind = 'drill' | 'rotation'
export type UpkeepOutcome = 'running' | 'passed' | 'failed' | 'interrupted'
