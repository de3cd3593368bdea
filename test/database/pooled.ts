/**
 * Whether the databases of tests are behind PgBouncer (`npm run test:pooler`), whose connections outlive those of the
 * service.
 */
export const isPooled = process.env.DAYBOOK_TEST_POOLER !== undefined
