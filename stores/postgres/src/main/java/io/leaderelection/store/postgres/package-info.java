/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store over advisory locks of PostgreSQL. A session has an advisory lock for each
 * election that its candidate leads, and the record is the same row that the {@code jdbc}
 * store writes.
 * <p>
 * The row decides who leads; the lock additionally prevents new terms. One statement in
 * one session acquires, renews or releases both, and the server ends the session when it
 * has been idle for a lease. If the lock is free although its row is live and not
 * released, the session was ended by force or by a crash: a new term is granted at once,
 * with a not-before at the end of the former lease.
 * <p>
 * <strong>The key</strong> of a lock is a number of 64 bits: the first eight bytes of
 * SHA-256 over the namespace, a zero byte and the name of the election, all in UTF-8, XOR
 * the object id of the table, so that the locks of several tables in one database differ:
 * <pre>
 * select ('x' || left(encode(sha256(namespace || '\x00'::bytea || election), 'hex'), 16))::bit(64)::bigint
 *     # 'leader_lease'::regclass::oid::bigint
 * from leader_lease
 * </pre>
 * <p>
 * <strong>The {@code jdbc} store</strong> can use the same table at the same time. A row
 * with a lock has a nonce in the letters {@code g} to {@code v}, of four bits each; any
 * other row has a nonce in hexadecimal digits. A live row without such letters has no
 * lock and belongs to the {@code jdbc} store: this store does not change it until it
 * expires or is released. The {@code jdbc} store treats every live row in the same way.
 * Therefore each store can succeed the other, and neither takes over a live term.
 */
@NullMarked
package io.leaderelection.store.postgres;

import org.jspecify.annotations.NullMarked;
