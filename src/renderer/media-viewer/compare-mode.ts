// The ways in which two pictures are compared.

export type CompareMode = 'slider' | 'beside' | 'difference'
