// Colour means something, and never stands alone: the word is always there.
export type Tone = 'petrol' | 'amber' | 'red' | 'blue' | 'gray'

const tones: Record<string, Tone> = {
  active: 'petrol',
  approved: 'petrol',
  accepted: 'petrol',
  paid: 'petrol',
  cleared: 'petrol',
  received: 'petrol',
  reconciled: 'petrol',
  won: 'petrol',
  done: 'petrol',
  passed: 'petrol',
  low: 'petrol',
  prospect: 'blue',
  draft: 'gray',
  open: 'blue',
  ready: 'blue',
  offered: 'blue',
  upcoming: 'blue',
  invoiced: 'blue',
  pending_customer_approval: 'amber',
  pending_submission: 'amber',
  submitted: 'amber',
  suspended_by_payer: 'amber',
  expired: 'amber',
  expiring: 'amber',
  rolling: 'amber',
  waiting: 'amber',
  running: 'amber',
  interrupted: 'amber',
  checking: 'amber',
  accepting: 'amber',
  undoing: 'amber',
  partly_refunded: 'amber',
  medium: 'amber',
  failed: 'red',
  blocked: 'red',
  overdue: 'red',
  high: 'red',
}

export function toneOf(value: string): Tone {
  return tones[value] ?? 'gray'
}
