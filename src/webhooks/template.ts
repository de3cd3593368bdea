/** A merge field as it stands in a template: `[INVOICENO]`, in any case. */
export const MERGE_FIELD = /\[([A-Za-z][A-Za-z0-9_]*)\]/g
