/** The schema is of a newer program. This one would break what that has changed. */
export class NewerSchemaError extends Error {}
