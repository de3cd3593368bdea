/** Settings that docs/scaling.md demands of every server whose databases Citus spreads. Leaves out Citus's own. */
export const SERVER_SETTINGS = {
  wal_level: 'logical',
  max_prepared_transactions: '600',
  max_worker_processes: '80',
  max_locks_per_transaction: '256',
  jit: 'off',
  // A drill ends a server at once: what was committed is there.
  synchronous_commit: 'on',
}

/** Settings of a server of Citus on this machine besides. */
export const CITUS_SERVER_SETTINGS = {
  ...SERVER_SETTINGS,
  shared_preload_libraries: 'citus',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
}
